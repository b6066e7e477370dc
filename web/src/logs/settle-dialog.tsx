import type { ReactNode } from 'react'
import { text } from '@kufang/contract/document/declare/field.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { api } from '../kit/api/client.ts'
import { toast } from '../kit/feedback/toast.ts'
import type { Row } from '../kit/fields/field-column.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { typedValues } from '../kit/fields/validate-fields.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  close: { zh: '填凭证号关闭', en: 'Close with number' },
  ignore: { zh: '忽略', en: 'Ignore' },
  closeHelp: {
    zh: '此消息在 SAP 中已有凭证时使用：填入凭证号后视为已过账。',
    en: 'For a message that SAP has booked already: with the number it counts as posted.',
  },
  ignoreHelp: {
    zh: '放弃此消息：单据保持未过账，差异会出现在对账中。',
    en: 'Gives the message up: the document stays unposted and shows as a difference.',
  },
  done: { zh: '{verb}完成：{no}', en: '{verb}: {no}' },
})

const reason = text(words('原因', 'Reason'), { required: true, lengthMax: 200, multiline: true })
const fieldsOf: Record<'close' | 'ignore', Fields> = {
  close: {
    materialDocument: text(words('物料凭证', 'Material document'), {
      required: true,
      lengthMax: 10,
    }),
    year: text(words('凭证年度', 'Document year'), { required: true, lengthMax: 4 }),
    reason,
  },
  ignore: { reason },
}

/** Ends a message manually; the reason is logged. */
export function SettleDialog(props: {
  row: Row
  way: 'close' | 'ignore'
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { row, way } = props
  const t = useMessages(messages)
  const fields = fieldsOf[way]
  return (
    <FieldDialog
      size="narrow"
      title={`${t(way)} ${String(row['documentNo'])}`}
      actionText={t(way)}
      isDangerous={way === 'ignore'}
      fields={fields}
      initial={() => ({ year: String(new Date().getFullYear()) })}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const body = { companyCode: row['companyCode'], ...typedValues(fields, values) }
        await api.post(`/api/erp/postings/${String(row['id'])}/${way}`, body, {
          idempotencyKey: keys.of(body),
        })
        toast.success(t('done', { verb: t(way), no: String(row['documentNo']) }))
        props.onDone()
      }}
    >
      <p>{t(way === 'close' ? 'closeHelp' : 'ignoreHelp')}</p>
    </FieldDialog>
  )
}
