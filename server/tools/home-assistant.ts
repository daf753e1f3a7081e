import { z } from 'zod';
import { askJson } from './ask.ts';
import { defineTool, failed } from './tool.ts';

const answer = z.object({
  response: z.object({
    response_type: z.enum(['action_done', 'query_answer', 'error']),
    speech: z.object({ plain: z.object({ speech: z.string() }).optional() }),
  }),
});

export const homeAssistant = defineTool({
  id: 'homeAssistant',
  name: 'Home Assistant',
  progress: 'Asking Home Assistant',
  description: 'Controls lights, heating and other devices at home, and asks for their state.',
  rule: 'homeAssistant: switch or ask for devices at home (lights, heating, blinds, locks, scenes).',
  examples: [
    'turn lights and lamps on or off at home',
    'set the thermostat or heating to a temperature',
    'open or close blinds, garage doors and locks',
    'state of a device or a sensor at home',
    'start a scene or an automation in the smart home',
  ],
  parameters: z.object({ command: z.string().min(1).max(500) }),
  offline: false,
  // A device that is toggled twice is not where it was asked to be.
  idempotent: false,
  dataSources: ['Home Assistant'],
  fromMessage: (message) => ({ command: message.trim().slice(0, 500) }),
  async execute({ command }, context) {
    const { sources } = context;
    const { response } = await askJson(context, sources.url('homeAssistant', '/api/conversation/process'), answer, {
      method: 'POST',
      headers: { authorization: `Bearer ${sources.key('homeAssistant')}` },
      body: { text: command, language: 'en' },
    });
    const speech = response.speech.plain?.speech || 'Done.';
    return response.response_type === 'error'
      ? failed(speech)
      : { success: true, data: { speech }, directReply: speech };
  },
});
