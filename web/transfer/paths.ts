/** Where the server gives a conversation as a file. */
export const exportPath = (conversationId: string, format: 'md' | 'json'): string =>
  `/api/conversations/${conversationId}/export.${format}`;
