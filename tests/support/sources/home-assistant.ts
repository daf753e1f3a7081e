import { json } from './replay.ts';

const answer = (response: object) =>
  json({ continue_conversation: false, response: { language: 'en', ...response }, conversation_id: '01HX' });

/** https://developers.home-assistant.io/docs/intent_conversation_api/ */
export const homeAssistantDone = {
  '/api/conversation/process': answer({
    response_type: 'action_done',
    card: {},
    data: {
      targets: [{ type: 'area', name: 'Kitchen', id: 'kitchen' }],
      success: [{ type: 'entity', name: 'Kitchen light', id: 'light.kitchen' }],
      failed: [],
    },
    speech: { plain: { speech: 'Turned on the kitchen light', extra_data: null } },
  }),
};

export const homeAssistantRefused = {
  '/api/conversation/process': answer({
    response_type: 'error',
    card: {},
    data: { code: 'no_intent_match' },
    speech: { plain: { speech: "Sorry, I couldn't understand that", extra_data: null } },
  }),
};
