import type { ReactNode } from 'react'
import { reference } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import type { Gathering } from '@kufang/contract/transfer/gathering.ts'
import { api } from '../kit/api/client.ts'
import type { IntentKeys } from '../kit/api/intent-key.ts'
import { documentApi } from '../kit/document/document-api.ts'
import { toast } from '../kit/feedback/toast.ts'
import { FieldDialog } from '../kit/fields/field-dialog.tsx'
import type { Row } from '../kit/fields/field-column.ts'
import { markStale } from '../kit/tab/entity-versions.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  title: { zh: '整理库位', en: 'Gather split stock' },
  make: { zh: '生成草稿', en: 'Make a draft' },
  about: {
    zh: '同一物料分散在多个货位时，建议并到数量最多的货位并腾空其余货位。被占用、冻结、盘点中的货物不动。生成草稿后请核对，再执行。',
    en: 'Goods that lie in several bins are proposed to go to the bin with most of them, so that others become empty. What is held, locked or being counted stays. Check the draft, and execute it then.',
  },
  none: {
    zh: '没有可合并的库存：每种物料都已集中在一个货位，或其余货位放不下',
    en: 'Nothing can be gathered: all goods lie in one bin each, or do not fit',
  },
  made: {
    zh: '已生成 {count} 行的草稿，执行后腾空 {emptied} 个货位：',
    en: 'A draft of {count} {count|line|lines} was made; it empties {emptied} {emptied|bin|bins}:',
  },
})

const fields = {
  plant: reference(label('工厂', 'Plant'), 'plant', { required: true }),
  storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
    required: true,
  }),
}

/** Asks for a storage location and makes a draft of the bin moves that gather its split stock. */
export function GatherDialog(props: { onMade: () => void; onClose: () => void }): ReactNode {
  const t = useMessages(messages)
  const send = async (values: Row, keys: IntentKeys): Promise<void> => {
    const { companyCode, moves, emptied } = await api.post<Gathering>('/api/transfer/gathering', {
      ...values,
    })
    if (moves.length === 0) {
      toast.info(t('none'))
      return
    }
    const request = {
      page: '/locationAdjust/locationAdjustCreate',
      companyCode,
      header: { ...values, reason: '整理库位' },
      lines: moves.map((move) => ({ ...move })),
    }
    const { docNo } = await documentApi.create('location-adjustment', request, keys.of(request))
    toast.success(t('made', { count: moves.length, emptied }), {
      text: docNo,
      path: `/locationAdjust/locationAdjustEdit?docNo=${docNo}`,
    })
    markStale('location-adjustment')
    props.onMade()
  }
  return (
    <FieldDialog
      title={t('title')}
      actionText={t('make')}
      fields={fields}
      onSend={send}
      onClose={props.onClose}
    >
      <p>{t('about')}</p>
    </FieldDialog>
  )
}
