import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A browser that can be started here, and the environment it requires. */
export interface ChromiumProgram {
  executablePath: string
  environment: Record<string, string>
}

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/chromium')

/**
 * The browser of the journeys: by default the one in @sparticuz/chromium, unpacked once into node_modules/.cache, so
 * that they run with the same one everywhere. KUFANG_E2E_BROWSER selects another one. In both cases Chinese text has a
 * font: Noto Sans SC from its npm package.
 *
 * @throws if KUFANG_E2E_BROWSER cannot be started
 */
export function findChromium(): ChromiumProgram {
  const fonts = { FONTCONFIG_FILE: fontConfiguration() }
  const named = process.env['KUFANG_E2E_BROWSER']
  if (named !== undefined) {
    accessSync(named, constants.X_OK)
    return { executablePath: named, environment: fonts }
  }
  const folder = unpack()
  return {
    executablePath: join(folder, 'chromium'),
    environment: { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  }
}

/** Unpacks into a temporary folder and renames it when complete, so that concurrent processes do not interfere. */
function unpack(): string {
  const manifest = join(root, 'node_modules/@sparticuz/chromium/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const folder = join(cache, version)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  const program = "(await import('@sparticuz/chromium')).default.executablePath()"
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', `await ${program}`], {
    cwd: root,
    // It unpacks into the temporary folder, and includes its libraries if the environment looks like the bare machine
    // they are made for.
    env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    encoding: 'utf8',
  })
  if (result.status !== 0 || !existsSync(join(unfinished, 'chromium'))) {
    rmSync(unfinished, { recursive: true })
    throw new Error(`the browser could not be unpacked: ${result.stderr}`)
  }
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Configures fontconfig with the machine's fonts and ours. */
function fontConfiguration(): string {
  const noto = join(root, 'node_modules/@expo-google-fonts/noto-sans-sc')
  const file = join(cache, 'fonts.conf')
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(noto, '400Regular')}</dir>
  <dir>${join(noto, '500Medium')}</dir>
  <dir>${join(noto, '700Bold')}</dir>
  <cachedir>${join(cache, 'fontconfig')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Noto Sans SC</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Noto Sans SC</family></prefer></alias>
</fontconfig>
`
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    mkdirSync(dirname(file), { recursive: true })
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, text)
    renameSync(unfinished, file)
  }
  return file
}
