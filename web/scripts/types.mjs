// Writes the types that follow from other files: `npm run types`.

import { readFileSync, writeFileSync } from "node:fs";
import { textTypes } from "./catalogue.mjs";
import { constants, wireTypes } from "./wire.mjs";

const here = (path) => new URL(path, import.meta.url);

const schema = JSON.parse(readFileSync(here("../../docs/wire.schema.json"), "utf8"));
writeFileSync(here("../src/lib/net/wire.ts"), wireTypes(schema));
writeFileSync(here("../src/lib/constants.ts"), constants(schema));
writeFileSync(here("../src/lib/texts.ts"), textTypes());
