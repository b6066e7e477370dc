import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { periodOf, todayIn } from '@kufang/kernel/local-date.ts'
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
  await poster.search(issue)
  await poster.rows('出库单', issue).first().getByRole('checkbox').check()
  await poster.page
    .getByRole('toolbar')
    .getByRole('button', { name: 'ERP冲销', exact: true })
    .click()
  const dialog = poster.page.getByRole('dialog', { name: `ERP冲销 ${issue}` })
  await poster.fill(dialog, '冲销原因', '端到端旅程')
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
