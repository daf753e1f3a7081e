import { Pencil } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Api } from '../graphql/api.ts';
import { AttachmentsQuery, type Message } from '../graphql/documents.ts';
import { AttachmentDialog } from './attachment-dialog.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { BranchArrows } from './branch-arrows.tsx';
import type { Chat } from './chat.ts';
import { mark } from './mark.ts';
import { MessageToolbar } from './message-toolbar.tsx';
import { QuestionEditor } from './question-editor.tsx';
import type { Outgoing } from './thread.ts';
import { ToolbarButton } from './toolbar-button.tsx';

type Props = {
  api: Api;
  chat: Chat;
  question: Message | Outgoing;
  sought: string | null;
  onSelect: (messageId: string) => void;
};

const bubble =
  'max-w-[85%] rounded-2xl bg-bubble px-4 py-2.5 whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]';

/** What was asked; once it is taken it can be asked in other words. */
export const QuestionView = ({ api, chat, question, sought, onSelect }: Props) => {
  const [isEditing, setIsEditing] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const taken = 'id' in question ? question : null;
  const text = 'content' in question ? question.content : question.text;
  const attachments =
    'content' in question
      ? question.attachments
      : question.attachments.map(({ filename, text: { length } }) => ({ filename, length }));
  const at = 'createdAt' in question ? question.createdAt : question.sentAt;
  const readOpened = useCallback(async (): Promise<string> => {
    const { attachments: texts } =
      'content' in question ? (await api.request(AttachmentsQuery, { id: question.id })).message : question;
    return texts[opened ?? 0]?.text ?? '';
  }, [api, question, opened]);
  if (taken && isEditing) {
    return (
      <QuestionEditor
        text={text}
        onSend={async (edited) => (await chat.edit(taken.id, edited))?.text ?? null}
        onClose={() => setIsEditing(false)}
      />
    );
  }
  return (
    <div className="group flex flex-col items-end gap-1">
      <article data-role="user" aria-label="You" {...mark(taken?.id ?? null, sought)} className={bubble}>
        {text}
      </article>
      <AttachmentList attachments={attachments} onOpen={setOpened} />
      {opened !== null && (
        <AttachmentDialog
          filename={attachments[opened]?.filename ?? ''}
          read={readOpened}
          onClose={() => setOpened(null)}
        />
      )}
      <div className="flex flex-wrap items-center justify-end gap-1">
        <MessageToolbar text={text} at={at} side="end">
          {taken && <ToolbarButton label="Edit" icon={Pencil} onClick={() => setIsEditing(true)} />}
        </MessageToolbar>
        {taken && <BranchArrows id={taken.id} siblings={taken.siblings} of="question" onSelect={onSelect} />}
      </div>
    </div>
  );
};
