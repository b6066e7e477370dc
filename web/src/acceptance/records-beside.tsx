import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { holdsAny } from '@kufang/contract/document/decide.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { useDecider } from '../kit/session/decider.ts'
import { openPath } from '../kit/document/document-path.ts'
import type { SlotLine } from '../kit/document/slots.ts'
import { listed } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { withUnit } from '../kit/text/unit-text.ts'
import { recordObjection } from './record-findings.ts'

const messages = defineMessages({
  refuses: {
    zh: '第 {line} 行：记录表 {record} 主控项目不合格（{finding}），最多可合格 {acceptable}',
    en: 'Line {line}: record sheet {record} failed a main characteristic ({finding}), at most {acceptable} may be accepted',
  },
  needsGround: {
    zh: '第 {line} 行：记录表 {record} 一般项目不合格（{finding}），接收须填让步依据',
    en: 'Line {line}: record sheet {record} failed a general characteristic ({finding}), accepting needs a concession reference',
  },
  passed: {
    zh: '检验记录表合格：第 {lines} 行',
    en: 'Record sheet passed: {lines}',
  },
  record: { zh: '记录检验项目', en: 'Record characteristics' },
  recordTitle: {
    zh: '为没有检验记录表的行填写物化材料检验记录表，其结论随后显示在这里',
    en: 'Fills in the record sheet of lines without one; its verdict is then shown here',
  },
})

const sheets = '/preQualityInspectionNotice/materialScienceInfo'

/** What the record sheets say of the lines that are decided, and the way to a sheet for those without one. */
export function RecordsBeside({ lines }: { lines: readonly SlotLine[] }): ReactNode {
  const t = useMessages(messages)
  const decider = useDecider()
  const mayRecord = holdsAny(decider, [cataloguePage(sheets).role])
  const unrecorded = lines.find(
    (line) => textOf(line['recordNo']) === '' && textOf(line['sourceNo']) !== '',
  )
  const passed = lines.flatMap((line, index) =>
    line['recordVerdict'] === 'passed' ? [index + 1] : [],
  )
  return (
    <>
      {lines.map((line, index) => {
        const said = recordObjection(line)
        if (said === null) return null
        const { kind, record, finding } = said
        const acceptable = withUnit(said.acceptable, line['unit'])
        return (
          <Alert
            key={line.rowId}
            type={kind === 'refuses' ? 'error' : 'warning'}
            showIcon
            title={
              kind === 'refuses'
                ? t('refuses', { line: index + 1, record, finding, acceptable })
                : t('needsGround', { line: index + 1, record, finding })
            }
          />
        )
      })}
      {passed.length > 0 && (
        <Alert type="success" showIcon title={t('passed', { lines: listed(passed) })} />
      )}
      {mayRecord && unrecorded !== undefined && (
        <Button
          title={t('recordTitle')}
          onClick={() =>
            openPath(`${sheets}?source=${encodeURIComponent(textOf(unrecorded['sourceNo']))}`)
          }
        >
          {t('record')}
        </Button>
      )}
    </>
  )
}
