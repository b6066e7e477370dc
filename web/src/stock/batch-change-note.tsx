import { InfoCircleOutlined } from '@ant-design/icons'
import { Alert, Tag, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { defineMessages, useMessages } from '../kit/text/messages.ts'

const messages = defineMessages({
  short: { zh: '不传送 SAP', en: 'Not sent to SAP' },
  note: {
    zh: '更改对公司内该批次的全部库存生效，只在本系统内，不传送 SAP：批准后请由 SAP 侧按本单更改批次主数据（MSC2N）。新值不填则不改；要删除已记录的内容，请在“清除”中选择。',
    en: 'A change counts for all stock of the batch in the company, in this product only: nothing is sent to SAP, where the batch is to be changed by this document after its approval (MSC2N). An empty new value leaves what is recorded; to remove what is recorded, choose it under Clear.',
  },
})

/** For what a batch change counts, and that the ERP is not told of it; above the lines being entered. */
export function BatchChangeNote(): ReactNode {
  const t = useMessages(messages)
  return <Alert type="info" showIcon title={t('note')} />
}

/** The same above the list, in short. */
export function BatchChangeTag(): ReactNode {
  const t = useMessages(messages)
  return (
    <Tooltip title={t('note')}>
      <Tag tabIndex={0} icon={<InfoCircleOutlined aria-hidden />}>
        {t('short')}
      </Tag>
    </Tooltip>
  )
}
