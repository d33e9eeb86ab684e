declare module "virtual:texts/*" {
  const texts: Record<string, string | Record<string, string>>;
  export default texts;
}

declare module "virtual:rules/*" {
  const html: string;
  export default html;
}
