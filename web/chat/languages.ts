import type { LanguageRegistration } from 'shiki/core';

type Load = () => Promise<{ default: LanguageRegistration[] }>;

/** What code is coloured in: each grammar is a file of its own, which comes when code of its language does. */
const grammars: Record<string, Load> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  clojure: () => import('shiki/langs/clojure.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  dart: () => import('shiki/langs/dart.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  elixir: () => import('shiki/langs/elixir.mjs'),
  erlang: () => import('shiki/langs/erlang.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  haskell: () => import('shiki/langs/haskell.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsonc: () => import('shiki/langs/jsonc.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  julia: () => import('shiki/langs/julia.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  latex: () => import('shiki/langs/latex.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  make: () => import('shiki/langs/make.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  matlab: () => import('shiki/langs/matlab.mjs'),
  nix: () => import('shiki/langs/nix.mjs'),
  perl: () => import('shiki/langs/perl.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  scss: () => import('shiki/langs/scss.mjs'),
  shellsession: () => import('shiki/langs/shellsession.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  terraform: () => import('shiki/langs/terraform.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  vue: () => import('shiki/langs/vue.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  zig: () => import('shiki/langs/zig.mjs'),
};

/** Other names that models give them. */
const aliases: Record<string, string> = {
  ...{
    sh: 'bash',
    shell: 'bash',
    zsh: 'bash',
    shellscript: 'bash',
    console: 'shellsession',
    'shell-session': 'shellsession',
  },
  ...{
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    node: 'javascript',
    ts: 'typescript',
    mts: 'typescript',
  },
  ...{
    py: 'python',
    python3: 'python',
    rb: 'ruby',
    rs: 'rust',
    kt: 'kotlin',
    golang: 'go',
    hs: 'haskell',
    jl: 'julia',
  },
  ...{
    'c++': 'cpp',
    cc: 'cpp',
    h: 'c',
    hpp: 'cpp',
    'c#': 'csharp',
    cs: 'csharp',
    ex: 'elixir',
    exs: 'elixir',
    erl: 'erlang',
  },
  ...{
    md: 'markdown',
    yml: 'yaml',
    htm: 'html',
    svg: 'xml',
    json5: 'jsonc',
    tex: 'latex',
    gql: 'graphql',
    patch: 'diff',
  },
  ...{
    dockerfile: 'docker',
    makefile: 'make',
    tf: 'terraform',
    hcl: 'terraform',
    ps1: 'powershell',
    pl: 'perl',
    clj: 'clojure',
  },
  ...{ postgresql: 'sql', mysql: 'sql', sqlite: 'sql', properties: 'ini', conf: 'ini', sass: 'scss' },
};

/** Its own name, and how to load its grammar; null for a language that nobody knows. */
export const languageOf = (written: string): { name: string; load: Load } | null => {
  const lower = written.toLowerCase();
  const name = Object.hasOwn(aliases, lower) ? (aliases[lower] ?? lower) : lower;
  const load = Object.hasOwn(grammars, name) ? grammars[name] : undefined;
  return load ? { name, load } : null;
};
