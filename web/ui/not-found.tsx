import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { Button, buttonKinds } from './button.tsx';

/** What stands where an address leads nowhere: why, and the ways on. */
export const NotFound = ({ name, why, children }: { name: string; why: string; children?: ReactNode }) => {
  useEffect(() => {
    document.title = `${name} · Turnlog`;
    return () => {
      document.title = 'Turnlog';
    };
  }, [name]);
  return (
    <div className="grid flex-1 place-content-center justify-items-center p-8 text-center">
      <h1 className="font-serif text-3xl tracking-tight text-balance">{name}</h1>
      <p className="mt-2 max-w-prose text-pretty text-soft">{why}</p>
      <p className="mt-6 flex flex-wrap justify-center gap-2">
        <Link href="/" className={buttonKinds.primary}>
          Start a new chat
        </Link>
        {children}
      </p>
    </div>
  );
};

type Unknown = { what: 'page' | 'conversation'; onSearch: () => void };

/** Beside the list of conversations, an address that names nothing here. */
export const UnknownAddress = ({ what, onSearch }: Unknown) => (
  <NotFound
    name={what === 'page' ? 'There is nothing here' : 'No such conversation'}
    why={
      what === 'page'
        ? `No page has the address ${location.pathname.slice(0, 80)}. It may have been mistyped, or cut when it was copied.`
        : 'It was deleted, or it belongs to somebody else, or its address was cut when it was copied.'
    }
  >
    <Button onClick={onSearch}>Search your conversations</Button>
  </NotFound>
);
