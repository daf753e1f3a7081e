/** `homeAssistant` and `image_gen` as a person reads them. */
export const toolName = (tool: string): string =>
  tool
    .replace(/_/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`);
