import { unannouncedArrival } from '@kufang/contract/receiving/unannounced-arrival.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { listColumns } from '../../document/document-fields.ts'
import { withDueColumn, withDueField } from './due-column.tsx'

const columns = withDueColumn(
  unannouncedArrival,
  listColumns(unannouncedArrival, 'header', ['docNo', 'state', 'supplementDueDate']),
  true,
)
/** What the cell of a row due so many days from today shows. */
function drawn(daysFromToday: number): { date: string; tone?: string; words?: string } {
  const supplementDueDate = addDays(companyToday(), daysFromToday)
  const column = columns.find(({ field }) => field === 'supplementDueDate')!
  const cell = column.render!({ state: 'awaiting', supplementDueDate })
  if (typeof cell === 'string') return { date: cell }
  const { children } = (cell as ReactElement<{ children: [string, string, ReactElement<Tag>] }>)
    .props
  const { tone, label } = children[2].props
  return { date: children[0], tone, words: label.zh }
}

interface Tag {
  tone: string
  label: { zh: string }
}

test('an overdue row says so beside its date, in words and in the colour of what is late', () => {
  const day = (days: number) => addDays(companyToday(), days)
  expect(drawn(-2)).toEqual({ date: day(-2), tone: 'late', words: '逾期 2 天' })
  expect(drawn(0)).toEqual({ date: day(0), tone: 'late', words: '今天到期' })
  expect(drawn(5)).toEqual({ date: day(5) })
})

test('the due date is shown on a page in its order, after the states', () => {
  expect(withDueField(['docNo', 'state', 'plant'], 'etaDate')).toEqual([
    'docNo',
    'state',
    'etaDate',
    'plant',
  ])
  expect(withDueField(['docNo', 'etaDate'], 'etaDate')).toEqual(['docNo', 'etaDate'])
  expect(withDueField(undefined, 'etaDate')).toBeUndefined()
  expect(withDueField(['docNo'], undefined)).toEqual(['docNo'])
})
