// The TypeScript types of the wire, from its JSON Schema (docs/wire.schema.json).

const indented = (text, by) =>
  text
    .split("\n")
    .map((line) => `${by} * ${line}`.trimEnd())
    .join("\n");

const comment = (text, by = "") =>
  text === undefined ? "" : `${by}/**\n${indented(text.replaceAll("``", "`"), by)}\n${by} */\n`;

/** The name of a type: score_client is ScoreClient. */
const capital = (name) => name.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join("");

/** A part of the schema as a type. */
function typeOf(schema) {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" | ");
  switch (schema.type) {
    case undefined:
      return "unknown";
    case "integer":
      return "number";
    case "array": {
      if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
      const item = typeOf(schema.items);
      return item.includes(" ") ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return `Record<string, ${schema.additionalProperties ? typeOf(schema.additionalProperties) : "unknown"}>`;
    default:
      return schema.type;
  }
}

/** A structure as an interface; only what a client sends may leave fields out. */
function interfaceOf(name, schema) {
  const sent = schema.additionalProperties === false;
  const fields = Object.entries(schema.properties).map(([field, value]) => {
    const optional = sent && !(schema.required ?? []).includes(field);
    return `  ${field}${optional ? "?" : ""}: ${typeOf(value)};\n`;
  });
  return `${comment(schema.description)}export interface ${name} {\n${fields.join("")}}\n`;
}

/** The whole module. */
export function wireTypes(schema) {
  const unions = ["client", "server", "score_client", "score_server"].map(
    (side) => `export type ${capital(side)}Message =\n  | ${schema[side].anyOf.map(typeOf).join("\n  | ")};\n`,
  );
  const parts = Object.entries(schema.$defs).map(([name, part]) => interfaceOf(name, part));
  return `// Made from docs/wire.schema.json by \`npm run types\`; do not edit.\n\n${[...parts, ...unions].join("\n")}`;
}

const valueOf = (value) => (Array.isArray(value) ? `[${value.map(valueOf).join(", ")}] as const` : JSON.stringify(value));

/** The numbers and names that come with the schema, as a module of their own. */
export function constants(schema) {
  const lines = Object.entries(schema.constants).map(
    ([name, value]) => `export const ${name.toUpperCase()} = ${valueOf(value)};\n`,
  );
  return `// Made from docs/wire.schema.json by \`npm run types\`; do not edit. What they mean: src/hollygin/wire/document.py.\n\n${lines.join("")}`;
}
