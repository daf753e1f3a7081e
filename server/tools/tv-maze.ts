import { z } from 'zod';
import { askJson, webLink } from './ask.ts';
import { titleIn } from './show-titles.ts';
import { defineTool, failed, type ToolResult } from './tool.ts';

const channel = z.object({
  name: z.string(),
  country: z.object({ name: z.string() }).nullish(),
  officialSite: z.string().nullish(),
});
const show = z.object({
  name: z.string(),
  url: webLink,
  status: z.string().nullish(),
  premiered: z.string().nullish(),
  ended: z.string().nullish(),
  genres: z.array(z.string()).default([]),
  summary: z.string().nullish(),
  rating: z.object({ average: z.number().nullish() }).nullish(),
  network: channel.nullish(),
  webChannel: channel.nullish(),
  image: z.object({ medium: webLink }).nullish(),
  schedule: z.object({ time: z.string(), days: z.array(z.string()) }).nullish(),
});
export type Show = z.infer<typeof show>;
const answer = z.array(z.object({ show }));
const parameters = z.object({ title: z.string().min(1).max(120) });

type ShowTool = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly rule: string;
  readonly progress: string;
  readonly examples: readonly string[];
  /** What is told of the series that the title means first. */
  readonly tell: (show: Show) => ToolResult;
};

/** A tool that looks a series up by its title. */
export const defineShowTool = ({ tell, ...described }: ShowTool) =>
  defineTool({
    ...described,
    parameters,
    offline: false,
    idempotent: true,
    dataSources: ['TVmaze'],
    fromMessage: (message) => {
      const title = titleIn(message);
      return title ? { title: title.slice(0, 120) } : null;
    },
    async execute({ title }, context) {
      const [found] = await askJson(context, context.sources.url('tvMaze', '/search/shows', { q: title }), answer);
      return found ? tell(found.show) : failed(`no series is known as "${title}"`);
    },
  });
