import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RULES, html, rules } from "../../scripts/markdown.mjs";

const file = readFileSync(RULES, "utf8");

test.each(["en", "fr"])("every clause and every link of the rules in %s has its place", (language) => {
  const page = rules(language);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]);
  expect(new Set(ids).size).toBe(ids.length);
  const half = file.split(/^## /m)[language === "en" ? 1 : 2] ?? "";
  for (const [clause] of half.matchAll(/\bR\d+\.\d+\b/g)) expect(ids).toContain(clause);
  for (const [, to] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(to);
});

test("what is written as Markdown is read as such", () => {
  expect(html("#### A *b*\n\nOne & **two**\nlines `a < *b*`")).toBe(
    '<h3 id="a-b">A <em>b</em></h3>\n<p>One &amp; <strong>two</strong> lines <code>a &lt; *b*</code></p>',
  );
  expect(html("- one\n  more\n- two (R1.1)")).toBe(
    '<ul><li>one more</li><li>two (<a class="clause" id="R1.1" href="#R1.1">R1.1</a>)</li></ul>',
  );
  expect(html("1. [A](#a)\n2. b")).toBe('<ol><li><a href="#a">A</a></li><li>b</li></ol>');
  expect(html("| | A |\n| --- | --- |\n| b | c |")).toContain(
    '<thead><tr><td></td><th scope="col">A</th></tr></thead><tbody><tr><th scope="row">b</th><td>c</td></tr></tbody>',
  );
  expect(html("```sh\na *b*\n```")).toBe("<pre tabindex=\"0\"><code>a *b*</code></pre>");
});

test("nothing of the Markdown is left", () => {
  for (const language of ["en", "fr"]) expect(rules(language)).not.toMatch(/\*\*|^#|\]\(|\|/m);
});
