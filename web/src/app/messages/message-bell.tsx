import { BellOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { useMessages } from '../../kit/text/messages.ts'
import { CountBadge } from '../layout/count-badge.tsx'
import { currentLocation, onLocationChange } from '../../kit/location/hash-location.ts'
import { LiveNotification, MissingChannel } from './live-notification.tsx'
import { messagesTexts } from './messages-texts.ts'
import { reloadMessages, useUnreadCounts } from './unread.ts'
import { useLiveMessages } from './use-live-messages.ts'

const MessageDrawer = lazyPart(
  async () => ({
    default: (await import('./message-drawer.tsx')).MessageDrawer,
  }),
  'overlay',
)

/** The first request waits until the page has loaded its own data (product.md section 9). */
const firstLookMs = 2000

/** In the top bar: number of unread messages, drawer, and messages of the live channel. */
export function MessageBell(): ReactNode {
  const t = useMessages(messagesTexts)
  const client = useQueryClient()
  const [isReady, setReady] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const live = useLiveMessages()
  const { notices, todos } = useUnreadCounts(isReady, live.isLive)
  const count = notices + todos

  useEffect(() => {
    const timer = setTimeout(() => setReady(true), firstLookMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(
    () =>
      onLocationChange(() => {
        // Refreshing a tab navigates through this URL.
        if (currentLocation().pathname.startsWith('/redirect/')) reloadMessages(client)
      }),
    [client],
  )
  const openDrawer = (): void => {
    // The message is now in the list.
    live.close()
    setWasOpen(true)
    setOpen(true)
  }
  return (
    <>
      <CountBadge count={count}>
        <Button
          type="text"
          data-tour="todos"
          icon={<BellOutlined aria-hidden />}
          aria-label={t('unreadCount', { count })}
          title={t('title')}
          aria-haspopup="dialog"
          onClick={openDrawer}
        />
      </CountBadge>
      {wasOpen && (
        <ErrorBoundary place="messages">
          <Suspense fallback={null}>
            <MessageDrawer
              isOpen={isOpen}
              counts={{ notices, todos }}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      {live.isSupported ? (
        <LiveNotification shown={live.shown} onClose={live.close} onAll={openDrawer} />
      ) : (
        <MissingChannel />
      )}
    </>
  )
}
