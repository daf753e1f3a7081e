import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';

/** `onSignOut` answers false where the server did not: then one is still signed in, and is told so. */
export const SignOut = ({ onSignOut }: { onSignOut: () => Promise<boolean> }) => {
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    setFailed(false);
    setFailed(!(await onSignOut()));
  };
  return (
    <>
      <Button kind="icon" aria-label="Sign out" onClick={() => void leave()}>
        <LogOut className="size-4.5" aria-hidden="true" />
      </Button>
      {failed && (
        <p
          role="alert"
          className="absolute inset-x-2 bottom-full mb-2 rounded-lg bg-notice px-3 py-2 text-sm shadow-lg"
        >
          The server cannot be reached: you are still signed in here. Try again in a moment.
        </p>
      )}
    </>
  );
};
