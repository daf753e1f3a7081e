import { useCallback, useEffect, useMemo, useState } from 'react';
import { useRoute } from 'wouter';
import { Area } from './area.tsx';
import { forgetDrafts } from './chat/draft.ts';
import { openApi } from './graphql/api.ts';
import { Invitation } from './login/invitation.tsx';
import { Login } from './login/login.tsx';
import { readUser, signOut, type User } from './session/session.ts';
import { ChangePreferences, PreferencesQuery } from './settings/documents.ts';
import { Button } from './ui/button.tsx';
import { isLoginPath, loginPath, navigate, pathAfterLogin } from './ui/route.ts';
import { forgetTheme, onThemeChosen, showTheme, type Theme, themeIsKept, themeOf, unkeptTheme } from './ui/theme.ts';
import { Workspace } from './workspace.tsx';

type Session = { status: 'asking' | 'out' | 'unreachable' } | { status: 'in'; user: User };

export const App = () => {
  const [isPage] = useRoute(/^\/(settings|admin|audit)(\/|$)/);
  const [isInvitation] = useRoute('/invitation');
  const [session, setSession] = useState<Session>({ status: 'asking' });

  const ask = useCallback(async () => {
    try {
      const user = await readUser();
      setSession(user ? { status: 'in', user } : { status: 'out' });
    } catch {
      setSession({ status: 'unreachable' });
    }
  }, []);
  useEffect(() => void ask(), [ask]);
  useEffect(() => {
    if (session.status === 'out' && !isLoginPath() && !isInvitation) navigate(loginPath(), { replace: true });
    if (session.status === 'in' && isLoginPath()) navigate(pathAfterLogin(), { replace: true });
  }, [session.status, isInvitation]);

  const user = session.status === 'in' ? session.user : null;
  const api = useMemo(
    () => (user ? openApi({ origin: location.origin, onSignedOut: () => setSession({ status: 'out' }) }) : null),
    [user],
  );
  useEffect(() => {
    if (!api) return;
    const keep = (theme: Theme) =>
      api.request(ChangePreferences, { input: { theme: theme.toUpperCase() } }).then(
        () => themeIsKept(theme),
        () => undefined, // it is shown all the same, and told again the next time
      );
    const unkept = unkeptTheme();
    if (unkept) void keep(unkept);
    else {
      api.request(PreferencesQuery).then(
        ({ viewer }) => unkeptTheme() ?? showTheme(themeOf[viewer.preferences.theme]),
        () => undefined, // the last one shown stays
      );
    }
    return onThemeChosen((theme) => void keep(theme));
  }, [api]);
  const leave = async () => {
    const isOut = await signOut();
    if (isOut) {
      forgetDrafts();
      forgetTheme();
      setSession({ status: 'out' });
    }
    return isOut;
  };

  if (isInvitation) return <Invitation onSignedIn={ask} />;
  if (user && api && isPage) return <Area api={api} user={user} />;
  if (user && api) return <Workspace api={api} user={user} onSignOut={leave} />;
  if (session.status === 'out') return <Login onSignedIn={() => void ask()} />;
  if (session.status === 'asking') return null;
  return (
    <main className="grid min-h-dvh place-content-center gap-4 p-6 text-center">
      <p>The server cannot be reached.</p>
      <Button onClick={() => void ask()}>Try again</Button>
    </main>
  );
};
