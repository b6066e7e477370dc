import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRunFolder } from '../server/src/platform/testing/run-folder.ts'

const root = resolve(import.meta.dirname, '..')
let tree: string

// Names that will not be used otherwise.
const area = 'specimen-cabinet'
const name = 'specimen-slip'

/**
 * A copy of the tree, with its packages: our own from the copy, others from here. It is in memory where there is room: a
 * busy disk has taken more than ten seconds to remove its three thousand files.
 */
beforeAll(async () => {
  tree = await makeRunFolder()
  const copied = [
    'packages',
    'server',
    'web',
    'tools',
    'erp-stand-in',
    '.dependency-cruiser.cjs',
    '.dependency-cruiser.tests.cjs',
    '.oxlintrc.json',
  ]
  const files = [
    'GLOSSARY.md',
    'README.md',
    'package.json',
    'tsconfig.base.json',
    'vitest.config.ts',
  ]
  for (const path of [...copied, ...files, '.oxfmtrc.json'])
    cpSync(join(root, path), join(tree, path), {
      recursive: true,
      filter: (from) => !/\/(node_modules|dist)(\/|$)/.test(from),
    })
  mkdirSync(join(tree, 'node_modules/@kufang'), { recursive: true })
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    if ((!entry.startsWith('.') || entry === '.bin') && entry !== '@kufang')
      symlinkSync(join(root, 'node_modules', entry), join(tree, 'node_modules', entry))
  }
  for (const entry of ['kernel', 'contract'])
    symlinkSync(join(tree, 'packages', entry), join(tree, 'node_modules/@kufang', entry))
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

function run(...command: string[]): { status: number | null; said: string } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^(VITEST|NODE_ENV|KUFANG_|TEST|DEV|PROD|MODE)/.test(key),
    ),
  )
  const done = spawnSync(process.execPath, command, {
    cwd: tree,
    env: { ...env, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 170_000,
  })
  return { status: done.status, said: `${done.stdout}${done.stderr}` }
}

const right: Readonly<Record<string, string>> = {
  area,
  'area-zh': '标本管理',
  'area-en': 'Specimens',
  document: name,
  zh: '标本单',
  en: 'Specimen slip',
  about: 'what nobody keeps in a warehouse',
  page: '/specimen/specimenMaintain',
  'more-pages':
    '/specimen/specimenReturn step 标本退回 Return specimens; /specimen/specimenSearch query 标本查询 Specimens',
  job: 'curator',
  'job-zh': '标本员',
  'job-tasks': 'keeps specimens',
}

/** A second document of the area, whose goods go away and come back, not all of them as they were. */
const goesAway: Readonly<Record<string, string>> = {
  area,
  document: 'specimen-loan',
  zh: '标本外借单',
  en: 'Specimen loan',
  about: 'specimens that a museum shows and sends back',
  prefix: 'QZ',
  page: '/specimen/specimenLoanMaintain',
  'more-pages':
    '/specimen/specimenLoanCreate create 标本外借创建 Create specimen loan; /specimen/specimenLoanApproval step 标本外借审批 Approve specimen loans; /specimen/specimenLoanReturn step 标本送展与收回 Send and return specimens; /specimen/specimenLoanSearch query 标本外借查询 Specimen loans',
  away: 'at-museum',
  'away-zh': '送展',
  'away-en': 'At the museum',
  'holder-master': 'picking-unit',
  'holder-zh': '博物馆',
  'holder-en': 'Museum',
  'send-en': 'Send to the museum',
  'back-zh': '收回',
  loss: '标本损失单 Specimen loss',
  amounts: '标本外借查询（金额） Specimen loans with amounts',
  job: 'curator',
}

const generate = (answers: Readonly<Record<string, string>>) =>
  run(
    'tools/new-document.ts',
    ...Object.entries(answers).map(([key, value]) => `--${key}=${value}`),
  )

test('it says all that is missing or wrong in what it was told, and writes nothing', () => {
  const nothing = generate({})
  expect(nothing.status).toBe(1)
  for (const key of ['area', 'document', 'zh', 'en', 'about', 'page'])
    expect(nothing.said).toContain(`--${key}: `)
  // Each run reports all of its errors.
  const wrong: Record<string, [string, RegExp]>[] = [
    {
      document: ['SpecimenSlip', /--document: a document is named like goods-receipt/],
      zh: ['Specimen', /--zh: a Chinese name, not "Specimen"/],
      en: ['标本', /--en: an English name/],
      page: ['/receive/auditReceive', /--page: .* is a page already/],
      'more-pages': ['/specimen/x walk 标本 X', /--more-pages: a further page is "path kind/],
      prefix: ['specimen', /--prefix: two capitals such as JY/],
      away: ['supplier', /--away: nobody has the goods of supplier/],
      'holder-master': ['plant', /--holder-master: one of picking-unit, supplier, requester/],
      job: ['Curator', /--job: a job is named like shiftLeader/],
      colour: ['blue', /--colour: no such option/],
    },
    {
      document: ['goods-receipt', /--document: there is a document goods-receipt already/],
      page: ['specimen', /--page: a path of two parts/],
      'more-pages': ['/nowhere/x step 标本 X', /--more-pages: \/nowhere\/x is in no group/],
      prefix: ['ZC', /--prefix: ZC is another document's prefix/],
    },
    {
      'more-pages': ['/receive/auditReceive step', /--more-pages: .* is a page already/],
      role: ['KCCX', /--role: KCCX is another page's role/],
      away: ['at-museum', /--away: its goods are chosen on a page of kind create/],
      loss: ['Specimen loss', /--loss: a Chinese and an English name/],
    },
  ]
  for (const mistakes of wrong) {
    const given = Object.entries(mistakes).map(([key, [value]]) => [key, value] as const)
    const { status, said } = generate({ ...right, ...Object.fromEntries(given) })
    for (const [, why] of Object.values(mistakes)) expect(said).toMatch(why)
    expect(status).toBe(1)
  }
  expect(existsSync(join(tree, `server/src/${area}`))).toBe(false)
}, 120_000)

test('asked for help it names every option with its meaning, and writes nothing', () => {
  const { status, said } = run('tools/new-document.ts', '--help')
  expect(status).toBe(0)
  for (const name of [
    'area',
    'document',
    'more-pages',
    'away',
    'amounts',
    'holder-master',
    'sent-en',
    'returned-en',
    'loss',
    'job-tasks',
  ])
    expect(said).toMatch(new RegExp(`^  --${name}= +\\S`, 'm'))
  expect(said).not.toContain('wrote')
})

test('what it writes compiles, passes every check of the lists, and the conformance suite on a database', () => {
  const text = (path: string) => readFileSync(join(tree, path), 'utf8')
  const glossary = new Set(text('GLOSSARY.md').split('\n'))
  const made = generate(right)
  expect(made.said).toContain(`wrote    packages/contract/src/${area}/${name}.ts`)
  expect(made.status).toBe(0)
  // Of the document itself nothing enters the glossary.
  expect(
    text('GLOSSARY.md')
      .split('\n')
      .filter((line) => !glossary.has(line)),
  ).toEqual([`| \`${area}\` area | 标本管理 | – | specimens |`])
  expect(text(`packages/contract/src/${area}/declarations.ts`)).toContain(
    `  '${name}': specimenSlip,\n} as const`,
  )
  expect(text('packages/contract/src/registry.ts')).toContain('.documents,\n} as const')
  expect(text('packages/contract/src/document/catalogue/pages/further-pages.ts')).toContain(
    "['/specimen/specimenMaintain', '标本单维护', 'Maintain specimen slip', 'BBDWH']",
  )

  expect(text('packages/contract/src/document/catalogue/pages/further-pages.ts')).toContain(
    "['/specimen/specimenReturn', '标本退回', 'Return specimens', 'BBTH']",
  )
  const lent = generate(goesAway)
  expect(lent.status, lent.said).toBe(0)
  expect(text('packages/contract/src/document/stock-places.ts')).toContain("  'at-museum': {")
  const lending = text(`packages/contract/src/${area}/specimen-loan.ts`)
  expect(lending).toContain("label('送展', 'Send to the museum')")
  expect(lending).toContain("label('收回', 'Enter the return')")
  expect(text('packages/contract/src/document/catalogue/amount-pages.ts')).toContain(
    "  '/priceManage/specimenLoanAmount': ['/specimen/specimenLoanMaintain'],",
  )
  expect(lending).toContain("label('已送展', 'Sent to the museum')")
  expect(lending).toContain("label('部分收回', 'Partly returned')")
  expect(lending).toContain("label('撤回送展', 'Take back the sending to the museum')")
  expect(lending).toContain("pickingUnit: reference(label('博物馆', 'Museum'), 'picking-unit'")
  // The document of losses, with its pages, their roles, and the acts of the loan.
  const losing = text(`packages/contract/src/${area}/specimen-loan-loss.ts`)
  expect(losing).toContain("pickingUnit: reference(label('博物馆', 'Museum'), 'picking-unit'")
  expect(lending).toContain("label: label('登记损失', 'Settle the loss')")
  expect(text('packages/contract/src/document/catalogue/pages/further-pages.ts')).toContain(
    "'/specimen/specimenLoanLossApproval',",
  )
  expect(text(`packages/contract/src/${area}/declarations.ts`)).toContain(
    "  'specimen-loan-loss': specimenLoanLoss,\n} as const",
  )
  expect(text('GLOSSARY.md')).toContain('\n| `settleLoss` | – | ')
  expect(text('README.md')).toContain('| `curator` | 标本员 | keeps specimens |')

  // With everything that refers to it: registry, effects, suite.
  const project = {
    extends: './tsconfig.json',
    include: [
      `src/${area}`,
      'src/effects.ts',
      'src/journeys.ts',
      'src/platform/http',
      'src/demonstration',
    ],
  }
  writeFileSync(join(tree, 'server/tsconfig.written.json'), JSON.stringify(project))
  const compiled = run(
    'node_modules/typescript7/bin/tsc',
    '-p',
    'server/tsconfig.written.json',
    '--listFiles',
    // Several check the types they share once each.
    '--checkers',
    '1',
  )
  expect(compiled.said).not.toContain('error TS')
  for (const written of [
    `packages/contract/src/${area}/${name}.ts`,
    `server/src/${area}/${name}.effects.ts`,
    `server/src/${area}/${name}.journey.ts`,
    `server/src/${area}/specimen-loan.effects.ts`,
    `server/src/${area}/specimen-loan.test.ts`,
    `server/src/${area}/specimen-loan-loss.test.ts`,
  ])
    expect(compiled.said).toContain(written)
  expect(compiled.status).toBe(0)

  const linted = run(
    'node_modules/oxlint/bin/oxlint',
    '--deny-warnings',
    `packages/contract/src/${area}`,
    `server/src/${area}`,
  )
  expect(linted.said).toContain('Found 0 warnings and 0 errors')
  expect(linted.said).toMatch(/on [1-9]\d* files/)

  // The tests that check every document, page, term and title. One worker loads the modules once.
  const checked = run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=unit',
    '--maxWorkers=1',
    'packages/contract',
    'web/src/app',
    'tools/glossary.test.ts',
    'tools/title-pinyin.test.ts',
    'tools/accounts-table.test.ts',
    'tools/controls-page.test.ts',
  )
  expect(checked.said).toContain('glossary.test.ts')
  expect(checked.status, checked.said).toBe(0)

  const tested = run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=server',
    '--maxWorkers=1',
    `server/src/${area}`,
    'server/src/document/conformance/every-document.test.ts',
    'server/src/demonstration/accounts.test.ts',
    'server/src/document/books/places-and-books.test.ts',
    // Of the losses what is written for them; that the frame answers every document alike is shown by the two others.
    '--testNamePattern=^(?!specimen-loan-loss keeps to what every document does (?!goods: |books moved ))',
  )
  expect(tested.said).toMatch(/Test Files {2}6 passed/)
  expect(tested.said).toContain(`server/src/${area}/${name}.test.ts`)
  expect(tested.status, tested.said).toBe(0)

  const again = generate(right)
  expect(again.said).toContain(`there is a document ${name} already`)
}, 300_000)

test('while it is not committed, its migration is written again from the declaration, and a state without a meaning is found', () => {
  const declaration = `packages/contract/src/${area}/${name}.ts`
  const before = readFileSync(join(tree, declaration), 'utf8')
  const label = "label('格位', 'Slot')"
  writeFileSync(
    join(tree, declaration),
    before
      .replace('  lines: {\n', `  lines: {\n    slot: text(${label}, { lengthMax: 20 }),\n`)
      .replaceAll('withdrawn', 'shelved')
      .replace("label('已撤回', 'Withdrawn')", "label('已上架', 'Shelved')"),
  )
  const again = run('tools/update-document.ts', name)
  expect(again.status, again.said).toBe(0)
  const path = /wrote {4}(.*)\n/.exec(again.said)![1]!
  expect(readFileSync(join(tree, path), 'utf8')).toMatch(/lines => \$\$\n {4}slot text,\n/)
  expect(again.said).not.toContain('GLOSSARY')
  // A state that nobody explains is found; a comment above it explains it.
  const terms = () =>
    run('node_modules/vitest/vitest.mjs', 'run', '--project=unit', 'tools/glossary.test.ts')
  const unexplained = terms()
  expect(unexplained.status).toBe(1)
  expect(unexplained.said).toContain(
    'the state shelved has no meaning: a comment at its declaration',
  )
  writeFileSync(
    join(tree, declaration),
    readFileSync(join(tree, declaration), 'utf8').replace(
      '    shelved: state(',
      '    /** It is on its shelf. SAP: put away. */\n    shelved: state(',
    ),
  )
  const explained = terms()
  expect(explained.status, explained.said).toBe(0)
  expect(run('tools/print-terms.ts').said).toContain(
    '| `shelved` | 已上架 | Shelved | put away | It is on its shelf. |\n',
  )
  const git = (...command: string[]) => spawnSync('git', command, { cwd: tree })
  git('init', '--quiet')
  git('add', path)
  git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '--quiet', '-m', 'Add')
  const committed = run('tools/update-document.ts', name)
  expect([committed.status, committed.said]).toEqual([
    1,
    `${path} is committed and may have run: write a new migration\n`,
  ])
})
