import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { periodOf, todayIn } from '@kufang/kernel/local-date.ts'
import { numberedGoodsJourney } from './documents/serial-numbers.ts'
import { valuedGoodsJourney } from './documents/split-valuation.ts'
import { stockFirstJourney } from './documents/stock-first.ts'
import type { Erp } from './support/erp.ts'
import { startErp } from './support/erp.ts'
import { serverOf } from './support/product.ts'
import { peopleOf, startForFile } from './support/start-product.ts'

const company = '1010'
const period = periodOf(todayIn('Asia/Shanghai', new Date()))

let erp: Erp

beforeAll(async () => {
  erp = await startErp()
})
afterAll(() => erp.stop())
beforeEach(() => erp.lever('faults', undefined, 'DELETE'))
const running = startForFile(() => ({ ERP_URL: erp.address }))
const people = peopleOf(running)

interface DocumentsOfKey {
  key: string
  documents: number
  reversals: number
}

/** Every posting key exists once in the ERP, and was reversed at most once. */
async function expectBooksClean(): Promise<void> {
  const keys = await erp.lever<DocumentsOfKey[]>('documents-by-key')
  expect(keys.length).toBeGreaterThan(0)
  expect(keys.filter(({ documents, reversals }) => documents > 1 || reversals > 1)).toEqual([])
}

/** The number of the first document of the list with this ERP state. */
async function firstWith(list: string, state: string): Promise<string> {
  const poster = await people().as('poster')
  const row = poster.table(list).getByRole('row').filter({ hasText: state }).first()
  return (await row.getByRole('button').first().textContent()) ?? ''
}

let issue = ''

test('an ERP that books and then drops the line, and one that is busy, end in one document each', async () => {
  const poster = await people().as('poster')
  await poster.openStep('出库管理', '出库记录查询', '出库过账')
  issue = await firstWith('出库单', '未过账')
  await erp.lever('faults', [
    { kind: 'status-503', count: 1, match: { method: 'POST', path: 'MaterialDocument' } },
    { kind: 'drop-after', count: 1, match: { method: 'POST', path: 'MaterialDocument' } },
  ])
  await poster.act('出库单', issue, '过账')
  // It is unknown whether the ERP has it: it is looked up by its key before anything is sent again.
  await resend(issue, '未知')
  await poster.open('出库管理', '出库记录查询')
  await poster.search(issue)
  await poster.untilShown(poster.rows('出库单', issue).first().filter({ hasText: '已过账' }))
  await expectBooksClean()
})

test('a server killed under the hand of a person comes back, and the second press does it once', async () => {
  const poster = await people().as('poster')
  await poster.openStep('出库管理', '出库记录查询', '出库冲销')
  await poster.act('出库单', issue, '冲销申请', { 冲销原因: '端到端旅程' })
  const leader = await people().as('shiftleader')
  await leader.open('出库管理', '出库审核')
  await leader.act('出库单', issue, '同意冲销')
  await poster.search(issue)
  await poster.rows('出库单', issue).first().getByRole('checkbox').check()
  await poster.page
    .getByRole('toolbar')
    .getByRole('button', { name: 'ERP冲销', exact: true })
    .click()
  const dialog = poster.page.getByRole('dialog', { name: `ERP冲销 ${issue}` })
  await dialog.getByText('将在 ERP 冲销').waitFor()
  process.kill(serverOf(running().product), 'SIGKILL')
  const press = dialog.getByRole('button', { name: 'ERP冲销', exact: true })
  await press.click()
  await dialog.getByRole('alert').first().waitFor()
  await expect.poll(() => serves(), { timeout: 60_000 }).toBe(true)
  await press.click()
  expect(await poster.toastNumber('ERP冲销已提交')).toBe(issue)
  await poster.open('出库管理', '出库记录查询')
  await poster.search(issue)
  await poster.untilShown(poster.rows('出库单', issue).first().filter({ hasText: '已冲销' }))
  await expectBooksClean()
})

test('a rejected posting shows the words of SAP on the document and among the messages, and is sent again', async () => {
  const poster = await people().as('poster')
  await erp.lever('periods', { companyCode: company, current: '202001', previousIsOpen: false })
  await poster.open('收货管理', '入库过账')
  const receipt = await firstWith('收货单', '未过账')
  await poster.act('收货单', receipt, '过账')
  const row = poster.rows('收货单', receipt).first()
  await poster.untilShown(row.filter({ hasText: '过账失败' }))
  await row.getByRole('button', { name: receipt }).click()
  await poster.page.getByRole('tab', { name: 'ERP' }).click()
  await poster.page
    .getByRole('tabpanel')
    .getByText(/M7|posting|period|期间/i)
    .first()
    .waitFor()

  await poster.open('日志管理', '死信消息查询')
  await poster.button('重置').click()
  const message = poster
    .table('发往 ERP 的消息')
    .getByRole('row')
    .filter({ hasText: /期间|period/i })
    .first()
  const rejected = (await message.getByRole('button').first().textContent()) ?? ''
  await erp.lever('periods', { companyCode: company, current: period, previousIsOpen: true })
  await resend(rejected, '')
  await poster.open('收货管理', '到货记录查询')
  await poster.choose('收货单')
  await poster.search(receipt)
  await poster.untilShown(poster.rows('收货单', receipt).first().filter({ hasText: '已过账' }))
  await expectBooksClean()
})

test('a transfer whose second step was refused says in the inbox and on the document which step is in the ERP, why it stops and what to do, and the second press goes on from there', async () => {
  const poster = await people().as('poster')
  // Signed in before, so that the period closes soon after the request.
  await people().as('admin')
  await people().as('chief')
  await poster.open('转储管理', '转储单过账')
  // The oldest one in two steps, which are two documents of the ERP: later ones have differences.
  const twoSteps = poster
    .table('转储单')
    .getByRole('row')
    .filter({ hasText: /未过账.*两步转储/ })
  const transfer = (await twoSteps.last().getByRole('button').first().textContent()) ?? ''
  await erp.lever('faults', [
    { kind: 'status-503', match: { method: 'POST', path: 'MaterialDocument' } },
  ])
  await poster.act('转储单', transfer, '过账')
  // Closed after the request and before the ERP's answer.
  await changePeriod('close')
  await erp.lever('faults', undefined, 'DELETE')
  await poster.untilShown(poster.rows('转储单', transfer).first().filter({ hasText: '部分过账' }))

  await poster.page.getByRole('tab', { name: '首页', exact: true }).click()
  const entry = poster.main.getByRole('listitem').filter({ hasText: transfer })
  const told = entry.getByText(
    `发出过账已在 ERP 中，后续办理被拒绝：过账日期所在期间 ${period} 在公司 ${company} 已关闭：请由该公司开放此期间，再重新办理`,
  )
  await poster.untilShown(told)
  // What to do is at the end of it.
  expect(await told.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
  await entry.getByRole('button', { name: `过账 转储单 ${transfer}` }).click()
  await poster.rows('转储单', transfer).first().getByRole('button', { name: transfer }).click()
  const panel = poster.page.getByRole('dialog').filter({ hasText: transfer })
  const alert = panel.getByRole('alert')
  await alert.getByText('“发出过账”已在 ERP 中，但后续办理被拒绝').waitFor()
  await alert.getByText('排除原因后再次“过账”：只重新办理后续工作，不会再次过账。').waitFor()
  const steps = panel.getByRole('region', { name: 'ERP 过账步骤' }).getByRole('listitem')
  await steps.filter({ hasText: /发出过账已过账，后续被拒移动类型 313/ }).waitFor()
  await steps.filter({ hasText: /接收过账未开始移动类型 315等待“发出过账”完成/ }).waitFor()
  // In view without scrolling.
  const press = panel.getByRole('button', { name: '过账', exact: true })
  await expect
    .poll(async () => {
      const box = await press.boundingBox()
      return box !== null && box.y + box.height <= poster.page.viewportSize()!.height
    })
    .toBe(true)

  await changePeriod('open')
  await press.click()
  const dialog = poster.page.getByRole('dialog', { name: `过账 ${transfer}` })
  await dialog.getByRole('cell', { name: '315', exact: true }).first().waitFor()
  // The first step is in the ERP already.
  await dialog
    .getByRole('cell', { name: '313', exact: true })
    .first()
    .waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: '过账', exact: true }).click()
  expect(await poster.toastNumber(/过账(完成|已提交)/)).toBe(transfer)
  for (const step of [/发出过账已过账移动类型 313/, /接收过账已过账移动类型 315/])
    await poster.untilShown(steps.filter({ hasText: step }))
  await expectBooksClean()
})

/** Opens or closes the posting period in the company's books here: one person asks for it, another approves it. */
async function changePeriod(act: 'open' | 'close'): Promise<void> {
  const call = async (account: string, path: string, body?: object): Promise<unknown> => {
    const { page } = await people().as(account)
    return page.evaluate(
      async ([to, sent]) => {
        const [, session = ''] = /kufang-session=([^;]+)/.exec(document.cookie) ?? []
        const headers = {
          'kufang-session': session,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        }
        const posted = sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }
        const reply = await fetch(to, { headers, ...posted })
        if (reply.status !== 200) throw new Error(await reply.text())
        return ((await reply.json()) as { datas: unknown }).datas
      },
      [path, body] as const,
    )
  }
  type View = {
    companyCode: string
    period: string
    unposted: { documentNo: string }[]
    change: { id: string } | null
  }
  const isOurs = (view: View) => view.companyCode === company && view.period === period
  const before = ((await call('admin', 'api/stock/periods')) as View[]).find(isOurs)!
  const unposted = before.unposted.map(({ documentNo }) => documentNo)
  const wanted = { companyCode: company, period, act, reason: '月结', unposted }
  const asked = ((await call('admin', 'api/stock/periods', wanted)) as View[]).find(isOurs)!
  await call('chief', `api/stock/periods/changes/${asked.change!.id}/approve`, {})
}

/** Sends the message of a document again, from the list of stuck messages. */
async function resend(docNo: string, state: string): Promise<void> {
  const poster = await people().as('poster')
  await poster.open('日志管理', '死信消息查询')
  const message = poster.rows('发往 ERP 的消息', docNo).filter({ hasText: state }).first()
  await expect
    .poll(
      async () => {
        await poster.search(docNo)
        return message.isVisible()
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  await message.getByRole('checkbox').check()
  await poster.page.getByRole('toolbar').getByRole('button', { name: '重发', exact: true }).click()
  await poster.page.getByRole('status').filter({ hasText: '已重新排队 1 条' }).waitFor()
}

async function serves(): Promise<boolean> {
  return fetch(running().product.address).then(
    (response) => response.ok,
    () => false,
  )
}

describe('goods with split valuation', () => {
  valuedGoodsJourney(
    peopleOf(running),
    () => erp,
    () => running().product.address,
  )
})

describe('goods with serial numbers', () => {
  numberedGoodsJourney(
    peopleOf(running),
    () => erp,
    () => running().product.address,
  )
})

describe('goods announced before they are ordered', () => {
  stockFirstJourney(
    peopleOf(running),
    () => erp,
    () => running().product.address,
  )
})
