import { memo } from 'react';
import { Streamdown } from 'streamdown';

/** Text as it is being written: half a list, an open code fence and a lone asterisk look as they will. */
export const Markdown = memo(({ text, isWriting }: { text: string; isWriting: boolean }) => (
  <Streamdown
    className="prose"
    mode={isWriting ? 'streaming' : 'static'}
    controls={false}
    linkSafety={{ enabled: false }}
    lineNumbers={false}
  >
    {text}
  </Streamdown>
));
