import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { judgeAudit, type AuditAnswer } from './audit-answer.ts'

/*
 * `npx node tools/audit-packages.ts`: queries the registry for known weaknesses of all packages in the lock file. Some
 * registries do not answer (a mirror may refuse with 405); this is reported.
 */
const root = resolve(import.meta.dirname, '..')
const lock = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, unknown>
}

function ask(...more: string[]): AuditAnswer {
  // Within an npm script uses the same npm; otherwise the installed one.
  const own = process.env['npm_execpath']
  const [program, first] = own === undefined ? ['npm', []] : [process.execPath, [own]]
  const { stdout, error } = spawnSync(program, [...first, 'audit', '--json', ...more], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Without a network fails at once instead of retrying for minutes.
    env: { ...process.env, npm_config_fetch_retries: '0', npm_config_fetch_timeout: '20000' },
  })
  if (error !== undefined) return { message: error.message }
  try {
    return JSON.parse(stdout) as AuditAnswer
  } catch {
    return { message: `npm printed no report: ${stdout.slice(0, 200)}` }
  }
}

const product = ask('--omit=dev')
const { lines, failed } = judgeAudit(
  product,
  product.vulnerabilities === undefined ? product : ask(),
)
for (const line of lines) process.stdout.write(`${line}\n`)
process.stdout.write(`asked about ${Object.keys(lock.packages).length} packages\n`)
if (failed) process.exitCode = 1
