import { Empty } from 'antd'
import type { ReactNode } from 'react'

/** What stands where nothing is yet, and what would be there. */
export function Nothing({ text }: { text: string }): ReactNode {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={text}
      styles={{ image: { height: 32 } }}
      style={{ margin: '8px 0' }}
    />
  )
}
