// A few tones, made by the browser itself; only where the player wants sound.

import { settings } from "./settings.svelte";

/** Hertz and seconds, one after the other. */
const TONES = {
  turn: [
    [660, 0.09],
    [880, 0.14],
  ],
  over: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.24],
  ],
} as const;

const LOUD = 0.12;
let context: AudioContext | null = null;

/** Play the sound of the player's turn, or of the end of a deal. */
export function tone(name: keyof typeof TONES): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime;
  for (const [pitch, lasts] of TONES[name]) {
    const source = new OscillatorNode(context, { type: "sine", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUD, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    source.connect(volume).connect(context.destination);
    source.start(at);
    source.stop(at + lasts);
    at += lasts;
  }
}
