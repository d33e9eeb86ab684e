export declare const LANGUAGES: readonly string[];
export declare function catalogueFile(language: string): URL;
export declare function catalogue(language: string): Record<string, string | Record<string, string>>;
export declare function textTypes(): string;
