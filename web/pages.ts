import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { PageProps } from './page-props.ts';
import type { Scope } from './session/session.ts';

type Page = {
  readonly path: string;
  readonly name: string;
  readonly group: string;
  /** Who lacks it doesn't see the page. */
  readonly scope: Scope;
  readonly view: LazyExoticComponent<ComponentType<PageProps>>;
};

/** Every page beside the chat, in the order of the menu. A new one is one file and one line here. */
export const pages: readonly Page[] = [
  {
    path: '/settings/preferences',
    name: 'Preferences',
    group: 'You',
    scope: 'chat',
    view: lazy(() => import('./settings/preferences.tsx').then(({ Preferences }) => ({ default: Preferences }))),
  },
  {
    path: '/settings/password',
    name: 'Password',
    group: 'You',
    scope: 'chat',
    view: lazy(() => import('./settings/password.tsx').then(({ Password }) => ({ default: Password }))),
  },
  {
    path: '/settings/tools',
    name: 'Tools',
    group: 'You',
    scope: 'chat',
    view: lazy(() => import('./settings/tools.tsx').then(({ Tools }) => ({ default: Tools }))),
  },
  {
    path: '/settings/sessions',
    name: 'Sessions',
    group: 'You',
    scope: 'chat',
    view: lazy(() => import('./settings/sessions.tsx').then(({ Sessions }) => ({ default: Sessions }))),
  },
  {
    path: '/settings/tokens',
    name: 'API tokens',
    group: 'You',
    scope: 'chat',
    view: lazy(() => import('./settings/tokens.tsx').then(({ Tokens }) => ({ default: Tokens }))),
  },
  {
    path: '/audit',
    name: 'Turns',
    group: 'Audit',
    scope: 'audit',
    view: lazy(() => import('./audit/audit.tsx').then(({ Audit }) => ({ default: Audit }))),
  },
  {
    path: '/admin/settings',
    name: 'Settings',
    group: 'Administration',
    scope: 'admin',
    view: lazy(() => import('./admin/settings.tsx').then(({ Settings }) => ({ default: Settings }))),
  },
  {
    path: '/admin/users',
    name: 'Users',
    group: 'Administration',
    scope: 'admin',
    view: lazy(() => import('./admin/users.tsx').then(({ Users }) => ({ default: Users }))),
  },
  {
    path: '/admin/queue',
    name: 'Queue',
    group: 'Administration',
    scope: 'admin',
    view: lazy(() => import('./admin/queue.tsx').then(({ Queue }) => ({ default: Queue }))),
  },
  {
    path: '/admin/benchmarks',
    name: 'Benchmarks',
    group: 'Administration',
    scope: 'admin',
    view: lazy(() => import('./benchmarks/benchmarks.tsx').then(({ Benchmarks }) => ({ default: Benchmarks }))),
  },
  {
    path: '/admin/usage',
    name: 'Usage',
    group: 'Audit',
    scope: 'audit',
    view: lazy(() => import('./usage/usage.tsx').then(({ Usage }) => ({ default: Usage }))),
  },
];

/** What stands behind the gear. */
export const FIRST_PAGE = '/settings/preferences';
