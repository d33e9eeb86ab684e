export declare function wireTypes(schema: unknown): string;
export function constants(schema: unknown): string;
