import { Empty, Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { errorLogStore } from '../../kit/feedback/error-log.ts'
import { useStore } from '../../kit/store.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from './shell-messages.ts'

/** The log is for people who look after the product: on local and internal hosts only. */
export function isInternalHost(host: string): boolean {
  return /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\])/.test(host)
}

/** Uncaught errors of this window: message, place, address and stack. */
export function ErrorLogDialog(props: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useMessages(shellMessages)
  const errors = useStore(errorLogStore)
  return (
    <Dialog isOpen={props.isOpen} title={t('errorLog')} size="wide" onClose={props.onClose}>
      {errors.length === 0 && <Empty />}
      <Flex vertical gap={12}>
        {errors.map((error) => (
          <section key={`${error.at.getTime()} ${error.message}`}>
            <Typography.Text type="danger">{error.message}</Typography.Text>
            <div>
              {t('place')}: {error.info.split('\n')[0]} · {error.url}
            </div>
            <Typography.Paragraph copyable style={{ whiteSpace: 'pre-wrap', fontSize: 12 }}>
              {error.stack}
            </Typography.Paragraph>
          </section>
        ))}
      </Flex>
    </Dialog>
  )
}
