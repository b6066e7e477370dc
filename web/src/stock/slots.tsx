import { UploadOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useRef } from 'react'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import { lineFields } from '../kit/document/view/document-fields.ts'
import { newRowId } from '../kit/document/entry/entry-lines.ts'
import type { DocumentSlots, EntrySlotProps, SlotLine } from '../kit/document/slots.ts'
import { toast } from '../kit/feedback/toast.ts'
import { isTyped } from '../kit/fields/entered-value.ts'
import { listed, useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  import: { zh: '导入 Excel', en: 'Import Excel' },
  hint: {
    zh: '首行为列名：{columns}；也可从 Excel 复制后直接粘贴到表格',
    en: 'The first row names the columns: {columns}; a block copied from Excel can be pasted as well',
  },
  imported: { zh: '已导入 {count} 行', en: '{count} {count|line|lines} imported' },
  unknown: {
    zh: '已导入 {count} 行；不认识的列未导入：{columns}',
    en: '{count} {count|line|lines} imported; unknown columns left out: {columns}',
  },
  nothing: { zh: '文件中没有可导入的行', en: 'The file holds no lines' },
  unrestricted: {
    zh: '未填库存类型的行设为“非限制”',
    en: 'Lines without a category become unrestricted',
  },
})

/** Import of initial stock from a workbook. */
function ImportTools(props: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const picker = useRef<HTMLInputElement>(null)
  const fields = Object.fromEntries(
    Object.entries(lineFields(props.definition)).filter(([, field]) => isTyped(field)),
  )
  const take = async (file: File): Promise<void> => {
    // Loaded on demand: lists load this module too, and do not read files.
    const [{ readXlsxRows }, { sheetLines }] = await Promise.all([
      import('../kit/workbook/read-xlsx.ts'),
      import('../kit/workbook/sheet-lines.ts'),
    ])
    const { lines, unknown } = sheetLines(fields, await readXlsxRows(file))
    if (lines.length === 0) {
      toast.warning(t('nothing'))
      return
    }
    const kept = props.lines.filter((line) => Object.keys(line).length > 1)
    props.onLinesChange([
      ...kept,
      ...lines.map((line): SlotLine => ({ ...line, rowId: newRowId() })),
    ])
    if (unknown.length === 0) toast.success(t('imported', { count: lines.length }))
    else toast.warning(t('unknown', { count: lines.length, columns: listed(unknown) }))
  }
  const isOpen = props.lines.some((line) => (line['stockCategory'] ?? '') === '')
  return (
    <div>
      <input
        ref={picker}
        type="file"
        accept=".xlsx"
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
  'stock-initialisation': { summary: ImportTools },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
