import { shorten } from './ask.ts';
import { failed } from './tool.ts';
import { defineShowTool } from './tv-maze.ts';

export const whereToWatch = defineShowTool({
  id: 'whereToWatch',
  name: 'Where to watch',
  progress: 'Looking where to watch it',
  description: 'Which network or streaming service shows a series.',
  rule: 'whereToWatch: on which service, channel or platform something can be watched.',
  examples: [
    'find where a series can be streamed',
    'which streaming service or channel has a show',
    'is a show available on a streaming platform',
    'where to watch a series online',
    'which network broadcasts a programme',
  ],
  tell: (found) => {
    const places = [found.webChannel, found.network].flatMap((each) => (each ? [each] : []));
    if (places.length === 0) return failed(`it isn't known where ${found.name} can be watched`);
    const named = places.map(({ name, country }) => (country ? `${name} (${country.name})` : name));
    return {
      success: true,
      data: { title: found.name, places: named },
      spoken: `${found.name} is shown by ${named.join(' and ')}. [1]`,
      blocks: [
        {
          type: 'list',
          title: `Where to watch ${shorten(found.name, 150)}`,
          items: places.map(({ officialSite }, index) => ({
            text: named[index] ?? '',
            ...(officialSite && /^https?:\/\//.test(officialSite) ? { url: officialSite } : {}),
          })),
        },
      ],
      sources: [{ title: `${found.name} (TVmaze)`, url: found.url }],
    };
  },
});
