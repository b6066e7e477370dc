import { textOf } from '@kufang/kernel/text-of.ts'
import type { ReactNode } from 'react'
import { reference } from '@kufang/contract/document/declare/field.ts'
import { label as words } from '@kufang/contract/document/declare/label.ts'
import { api } from '../kit/api/client.ts'
import { toast } from '../kit/feedback/toast.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  some: { zh: '{count} 个物料归类', en: 'Assign {count} {count|material|materials}' },
  group: { zh: '整组归类', en: 'Assign a whole group' },
  assign: { zh: '归类', en: 'Assign' },
  none: {
    zh: '分类为空表示取消归类。归类后，分类的保养要求立即适用；其他属性用“按分类补齐属性”提出。',
    en: 'Without a class they are taken out of theirs. What the class says of preservation counts at once; other attributes are proposed with "Complete attributes".',
  },
  done: { zh: '已归类 {count} 个物料', en: '{count} {count|material|materials} assigned' },
})

const classField = reference(words('物料分类', 'Material class'), 'material-class')
const someFields = { classCode: classField }
const groupFields = {
  materialGroup: reference(words('物料组', 'Material group'), 'material-group', {
    required: true,
  }),
  classCode: classField,
}

/** Assigns the chosen materials, or all of a group, to a class. */
export function AssignDialog(props: {
  /** Null: a whole group is asked for. */
  materialNos: readonly string[] | null
  /** The class that is shown, proposed unless it is where the materials are. */
  classCode: string
  onClose: () => void
  onDone: () => void
}): ReactNode {
  const { materialNos, classCode } = props
  const t = useMessages(messages)
  return (
    <FieldDialog
      size="narrow"
      title={materialNos === null ? t('group') : t('some', { count: materialNos.length })}
      actionText={t('assign')}
      fields={materialNos === null ? groupFields : someFields}
      initial={materialNos === null && classCode !== '' ? { classCode } : {}}
      onClose={props.onClose}
      onSend={async (values, keys) => {
        const body = {
          classCode: textOf(values['classCode']),
          ...(materialNos === null
            ? { materialGroups: [textOf(values['materialGroup'])] }
            : { materialNos }),
        }
        const { changed } = await api.post<{ changed: number }>(
          '/api/classification/updateClass',
          body,
          { idempotencyKey: keys.of(body) },
        )
        toast.success(t('done', { count: changed }))
        props.onDone()
      }}
    >
      <p>{t('none')}</p>
    </FieldDialog>
  )
}
