import { Streamdown } from 'streamdown';
import { safeUrl } from './safe-url.ts';

/** In a chunk of its own: it weighs more than everything else. */
export default function Formatted({ text, isWriting }: { text: string; isWriting: boolean }) {
  return (
    <Streamdown
      className="prose"
      mode={isWriting ? 'streaming' : 'static'}
      isAnimating={isWriting}
      caret="circle"
      controls={false}
      linkSafety={{ enabled: false }}
      lineNumbers={false}
      urlTransform={safeUrl}
    >
      {text}
    </Streamdown>
  );
}
