import { Alert, Button, Space } from 'antd'
import type { ReactNode } from 'react'
import { newRowId } from '../kit/document/entry/entry-lines.ts'
import type { EntrySlotProps } from '../kit/document/slots.ts'
import { listed } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { differencesOf, foundAsRequired, furtherItem } from './packed-items.ts'
import type { ItemDifference } from './packed-items.ts'

const messages = defineMessages({
  all: { zh: '按应有数填齐', en: 'All as required' },
  further: { zh: '增加一项', en: 'Add an item' },
  furtherTitle: {
    zh: '为所选行（未选时为第一行）的货物增加一项要求之外的资料、备件或工具',
    en: 'Adds a document, spare or tool beyond what is required, for the goods of the selected line, or of the first one',
  },
  missing: {
    zh: '缺少：{items}；确认后将登记问题单据',
    en: 'Missing: {items}; a problem document will be raised',
  },
  surplus: {
    zh: '多余：{items}；备件和工具请填备件物料编码，确认后将生成零价值入库单',
    en: 'Surplus: {items}; enter the material of spares and tools, of which a zero-value receipt will be made',
  },
})

const written = (items: readonly ItemDifference[]): string =>
  listed(items.map(({ item, count }) => `${item} × ${count}`))

/** Fills in what is complete, adds what nobody asked for, and says what is missing before it is confirmed. */
export function PackingTools({ lines, chosen, onLinesChange }: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const [first] = lines
  if (first === undefined) return null
  const targets = new Set((chosen.length > 0 ? chosen : lines).map(({ rowId }) => rowId))
  const { missing, surplus } = differencesOf(lines)
  return (
    <Space wrap>
      <Button
        onClick={() =>
          onLinesChange(
            lines.map((line) => (targets.has(line.rowId) ? foundAsRequired(line) : line)),
          )
        }
      >
        {t('all')}
      </Button>
      <Button
        title={t('furtherTitle')}
        onClick={() => onLinesChange([...lines, furtherItem(chosen[0] ?? first, newRowId())])}
      >
        {t('further')}
      </Button>
      {missing.length > 0 && (
        <Alert type="warning" showIcon title={t('missing', { items: written(missing) })} />
      )}
      {surplus.length > 0 && (
        <Alert type="info" showIcon title={t('surplus', { items: written(surplus) })} />
      )}
    </Space>
  )
}
