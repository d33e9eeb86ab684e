export const RULES: URL;
export function html(markdown: string): string;
export function rules(language: string): string;
