import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../../../src/lib/deal/sha256";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

// The examples that NIST publishes for FIPS 180-4.
test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
])("the published digest of %.60s", (message, digest) => {
  expect(hex(sha256(ascii(message)))).toBe(digest);
});

test("every length over three blocks is as Node has it", () => {
  const bytes = Uint8Array.from({ length: 200 }, (_, i) => (i * 151 + 7) % 256);
  for (let length = 0; length <= bytes.length; length++) {
    const message = bytes.subarray(0, length);
    expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
  }
});
