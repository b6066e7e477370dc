import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { toast } from '../../kit/feedback/toast.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from './shell-messages.ts'

/** Toggles full screen; shows a message if the browser does not support it (product.md section 2). */
export function FullscreenButton({ className }: { className?: string | undefined }): ReactNode {
  const t = useMessages(shellMessages)
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const update = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  const toggle = (): void => {
    if (!document.fullscreenEnabled) {
      toast.warning(t('noFullscreen'))
      return
    }
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    change.catch(toast.error)
  }
  return (
    <Button
      type="text"
      {...(className !== undefined && { className })}
      icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
      aria-label={t(isFull ? 'leaveFullscreen' : 'fullscreen')}
      title={t(isFull ? 'leaveFullscreen' : 'fullscreen')}
      onClick={toggle}
    />
  )
}
