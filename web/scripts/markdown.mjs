// The rules as HTML, from docs/rules.md: the half of a language, with an anchor for each clause.
// It reads the Markdown that is used there: headings, paragraphs, lists, tables, code, emphasis, links.

import { readFileSync } from "node:fs";

export const RULES = new URL("../../docs/rules.md", import.meta.url);
const HALVES = { en: "English", fr: "Français" };

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The anchor of a heading, as it is made on the pages where the file is read otherwise. */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** Text within a block; code is set aside first, as nothing in it means anything. */
function inline(text, clause) {
  const codes = [];
  return escaped(text)
    .replace(/`([^`]+)`/g, (_, code) => `\0${codes.push(code) - 1}\0`)
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, label, href) => `<a href="${href}">${label}</a>`)
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>")
    .replace(/\bR\d+\.\d+\b/g, clause)
    .replace(/\0(\d+)\0/g, (_, i) => `<code>${codes[i]}</code>`);
}

/** Markdown as HTML. */
export function html(markdown) {
  const seen = new Set();
  const clause = (name) => {
    const id = seen.has(name) ? "" : ` id="${name}"`;
    seen.add(name);
    return `<a class="clause"${id} href="#${name}">${name}</a>`;
  };
  const words = (lines) => inline(lines.map((line) => line.trim()).join(" "), clause);
  const cells = (line, tag) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell, i) => {
        const text = words([cell]);
        if (text === "") return "<td></td>";
        return tag === "td" && i === 0 ? `<th scope="row">${text}</th>` : `<${tag}${tag === "th" ? ' scope="col"' : ""}>${text}</${tag}>`;
      })
      .join("");

  function block(text) {
    const lines = text.split("\n");
    const heading = /^(#+) (.*)$/.exec(text);
    if (heading !== null) {
      const level = heading[1].length - 1;
      return `<h${level} id="${slug(heading[2])}">${words([heading[2]])}</h${level}>`;
    }
    if (text.startsWith("```")) return `<pre tabindex="0"><code>${escaped(lines.slice(1, -1).join("\n"))}</code></pre>`;
    if (text.startsWith("|")) {
      const rows = lines.slice(2).map((line) => `<tr>${cells(line, "td")}</tr>`);
      return `<div class="scroll" tabindex="0"><table><thead><tr>${cells(lines[0], "th")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
    }
    const list = /^(?:-|\d+\.) /.exec(text);
    if (list !== null) {
      const tag = list[0] === "- " ? "ul" : "ol";
      const items = text.split(/\n(?:-|\d+\.) /).map((item, i) => (i === 0 ? item.slice(list[0].length) : item));
      return `<${tag}>${items.map((item) => `<li>${words(item.split("\n"))}</li>`).join("")}</${tag}>`;
    }
    return `<p>${words(lines)}</p>`;
  }

  return markdown
    .trim()
    .split(/\n{2,}/)
    .map(block)
    .join("\n");
}

/** The rules in a language. */
export function rules(language) {
  const file = readFileSync(RULES, "utf8");
  const half = file.split(/^## /m).find((part) => part.startsWith(`${HALVES[language]}\n`));
  if (half === undefined) throw new Error(`docs/rules.md has no half for ${language}`);
  return html(half.slice(HALVES[language].length));
}
