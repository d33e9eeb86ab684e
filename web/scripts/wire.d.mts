export declare function wireTypes(schema: unknown): string;
