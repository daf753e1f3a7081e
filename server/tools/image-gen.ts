import { z } from 'zod';
import { restAfter, shorten } from './ask.ts';
import { defineTool, failed } from './tool.ts';

export const imageGen = defineTool({
  id: 'image_gen',
  name: 'Image generation',
  progress: 'Drawing the picture',
  description: 'Draws a picture from a description.',
  rule: 'image_gen: the person wants a picture made.',
  examples: [
    'generate an image from a description',
    'draw or paint a picture of something',
    'create artwork, a logo or an illustration',
    'make a photo-realistic image of a scene',
    'design a picture in a given style',
  ],
  parameters: z.object({ prompt: z.string().min(1).max(1_000) }),
  offline: false,
  idempotent: true,
  timeoutMs: 120_000,
  dataSources: ['the configured image server'],
  fromMessage: (message) => {
    const verb =
      /\b(?:draw|paint|sketch|generate|create|make|design|illustrate)\b(?:\s+me)?(?:\s+(?:an?|the|some))?(?:\s+(?:image|picture|painting|drawing|photo|illustration|logo|artwork)\s+(?:of|with|showing|for))?\s+/i;
    const prompt = restAfter(message, verb) ?? restAfter(message, /\b(?:picture|image|drawing|painting)\s+of\s+/i);
    return prompt ? { prompt: prompt.slice(0, 1_000) } : null;
  },
  async execute({ prompt }, { drawImage, signal }) {
    if (!drawImage) return failed('no image server is configured (TOOL_SOURCES, images=<address>)');
    const url = await drawImage(prompt, signal);
    if (url === null) return failed('the image server drew nothing');
    return {
      success: true,
      data: { prompt },
      spoken: `Here is the picture of ${prompt}.`,
      blocks: [{ type: 'image', title: shorten(prompt, 200), url, alt: prompt }],
    };
  },
});
