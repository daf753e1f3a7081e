import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Of these, each window and each page would start processes that nobody looks at. */
const spared = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'SpareRendererForSitePerProcess',
];
/** The last such flag counts, so what Playwright turns off for its own sake is named again. */
const steadied = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
];
const flags = [
  '--no-sandbox',
  `--disable-features=${[...spared, ...steadied].join(',')}`,
  // Pages of one browser context share a process, which its empty first page has begun.
  '--renderer-process-limit=1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
];

const installed = (): string | undefined => {
  const given = process.env.CHROMIUM_PATH;
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...(given ? [given] : []), ...onPath, ...applications].find((path) => existsSync(path));
};

const run = (command: string, args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 });
};

const fromDebian = (): string | undefined => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  return installed();
};

const fromPlaywright = (): string | undefined => {
  run(process.execPath, [join('node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium']);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
};

/** An installed Chromium, else Debian's package where we are root, else Playwright's own download. */
const findChromium = (): string => {
  const failures: string[] = [];
  for (const find of [installed, fromDebian, fromPlaywright]) {
    try {
      const found = find();
      if (found) return found;
    } catch (error) {
      failures.push(`${find.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(
    `no Chromium for the tests: install one, or set CHROMIUM_PATH; neither Debian's package nor Playwright's download came. ${failures.join('; ')}`,
  );
};

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: flags, headless: true });
