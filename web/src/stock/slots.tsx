import { CloudDownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Select, Space, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import { api } from '../kit/api/client.ts'
import { lineFields } from '../kit/document/document-fields.ts'
import { newRowId } from '../kit/document/entry/entry-lines.ts'
import type { DocumentSlots, EntrySlotProps, SlotLine } from '../kit/document/slots.ts'
import { toast } from '../kit/feedback/toast.ts'
import { isEmptyValue, isTyped } from '../kit/fields/entered-value.ts'
import { momentText } from '../kit/fields/moment-text.ts'
import { tableFileTypes } from '../kit/workbook/table-file-types.ts'
import { listed, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { BatchChangeNote, BatchChangeTag } from './batch-change-note.tsx'
import { GoingLive } from './going-live.tsx'
import { useSheetImport } from './use-sheet-import.ts'

const messages = defineMessages({
  import: { zh: '导入 Excel', en: 'Import Excel' },
  sheet: { zh: '工作表', en: 'Sheet' },
  hint: {
    zh: '列名：{columns}；也可从 Excel 复制后直接粘贴到表格',
    en: 'The headings are {columns}; a block copied from Excel can be pasted as well',
  },
  readErp: { zh: '读取 SAP 库存', en: 'Read ERP stock' },
  placeFirst: { zh: '请先填写工厂和库存地点', en: 'Enter plant and storage location first' },
  read: {
    zh: 'SAP 于 {at} 有 {keys} 个库存项，新增 {added} 行；请逐行填写货位和实盘数量（没有实物填 0）',
    en: 'At {at} the ERP holds {keys} {keys|kind|kinds} of stock, {added} {added|line|lines} added; enter bin and counted quantity of each (0 if there is none)',
  },
  readNothing: {
    zh: 'SAP 在该库存地点没有库存',
    en: 'The ERP holds no stock in this storage location',
  },
  unrestricted: {
    zh: '未填库存类型的行设为“非限制”',
    en: 'Lines without a category become unrestricted',
  },
})

/** One key that the ERP holds in the storage location (POST /api/stock/erp-reading). */
interface HeldStock {
  materialNo: string
  description: string
  batch: string
  stockCategory: string
  specialStock: string
  specialStockReference: string
  quantity: string
  unit: string
}

/** What makes two rows the same stock for the ERP, which knows no bins. */
const stockNames = [
  'materialNo',
  'batch',
  'stockCategory',
  'specialStock',
  'specialStockReference',
] as const
const keyOfStock = (row: SlotLine): string =>
  JSON.stringify(stockNames.map((name) => row[name] ?? ''))

/** Adds a line for each key of the ERP's stock that is not in the document yet; what was counted is left to be entered. */
function ErpStockButton({
  header,
  lines,
  onHeaderChange,
  onLinesChange,
}: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const [isReading, setReading] = useState(false)
  const { plant, storageLocation } = header
  const isPlaced = !isEmptyValue(plant) && !isEmptyValue(storageLocation)
  const read = async (): Promise<void> => {
    setReading(true)
    try {
      const { at, rows } = await api.post<{ at: string; rows: HeldStock[] }>(
        '/api/stock/erp-reading',
        { plant, storageLocation },
      )
      const kept = lines.filter((line) => Object.keys(line).length > 1)
      const known = new Set(kept.map(keyOfStock))
      const added = rows
        .map(({ quantity, ...row }): SlotLine => ({
          ...row,
          erpQuantity: quantity,
          rowId: newRowId(),
        }))
        .filter((line) => !known.has(keyOfStock(line)))
      onHeaderChange({ origin: 'erp' })
      onLinesChange([...kept, ...added])
      if (rows.length === 0) toast.warning(t('readNothing'))
      else
        toast.success(
          t('read', {
            at: momentText(at),
            keys: rows.length,
            added: added.length,
          }),
        )
    } finally {
      setReading(false)
    }
  }
  return (
    <Tooltip title={isPlaced ? undefined : t('placeFirst')}>
      <Button
        icon={<CloudDownloadOutlined aria-hidden />}
        disabled={!isPlaced}
        loading={isReading}
        onClick={() => void read().catch(toast.error)}
      >
        {t('readErp')}
      </Button>
    </Tooltip>
  )
}

/** Import of initial stock from a workbook. */
function ImportTools(props: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const picker = useRef<HTMLInputElement>(null)
  const fields = Object.fromEntries(
    Object.entries(lineFields(props.definition)).filter(([, field]) => isTyped(field)),
  )
  const { book, take, takeSheet } = useSheetImport(props, fields)
  const isOpen = props.lines.some((line) => (line['stockCategory'] ?? '') === '')
  return (
    <div>
      <input
        ref={picker}
        type="file"
        accept={tableFileTypes}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file !== undefined) take(file).catch(toast.error)
        }}
      />
      <Space wrap>
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => picker.current?.click()}>
          {t('import')}
        </Button>
        {book !== null && (
          <Select
            aria-label={t('sheet')}
            value={book.at}
            options={book.sheets.map(({ name }, value) => ({ value, label: name }))}
            popupMatchSelectWidth={false}
            onChange={(at) => void takeSheet(book.sheets, at, book.rowIds).catch(toast.error)}
          />
        )}
        <ErpStockButton {...props} />
        {props.lines.length > 0 && isOpen && (
          <Button
            onClick={() =>
              props.onLinesChange(
                props.lines.map((line) =>
                  (line['stockCategory'] ?? '') === '' ? { ...line, stockCategory: 'UU' } : line,
                ),
              )
            }
          >
            {t('unrestricted')}
          </Button>
        )}
        <span>
          {t('hint', {
            columns: listed(Object.values(fields).map((field) => label(field.label))),
          })}
        </span>
      </Space>
    </div>
  )
}

export const documentSlots = {
  'batch-change': { toolbar: BatchChangeTag, summary: BatchChangeNote },
  'stock-initialisation': { toolbar: GoingLive, summary: ImportTools },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
