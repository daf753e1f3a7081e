import type { Preferences } from '../../schema/preferences.ts';
import type { GenerationOptions } from '../providers/provider.ts';

/** Where a user prefers nothing. */
export const defaultOptions: GenerationOptions = { temperature: 0.7, maxTokens: 2048, contextTokens: 4096 };

export const optionsOf = ({ temperature, maxTokens, ctxLimit }: Preferences): GenerationOptions => ({
  temperature: temperature ?? defaultOptions.temperature,
  maxTokens: maxTokens ?? defaultOptions.maxTokens,
  contextTokens: ctxLimit ?? defaultOptions.contextTokens,
});

const depths: Record<Preferences['depth'], string> = {
  brief: 'Be brief: answer what was asked, in as few words as it takes.',
  balanced: '',
  thorough: 'Be thorough: give reasons and examples, and say what to watch out for.',
};
const candours: Record<Preferences['candour'], string> = {
  gentle: 'Be gentle: where something is wrong, say so kindly and begin with what is right.',
  plain: '',
  blunt: 'Be blunt: say plainly what is wrong or unlikely, without softening it.',
};

/** How the person likes to be answered, in words for the model; empty where nothing is preferred. */
export const styleOf = ({ language, depth, candour }: Preferences): string =>
  [
    language && `Answer in this language, whatever the question is written in: ${language}.`,
    depths[depth],
    candours[candour],
  ]
    .filter(Boolean)
    .join(' ');
