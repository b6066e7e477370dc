import { parseTime } from '@kufang/kernel/time.ts'
import { Watermark } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useThemeName } from '../../kit/theme/preferences.ts'
import { fontFamily } from '../../kit/theme/tokens.ts'
import { useUser } from '../session/use-permission.ts'
import styles from './workspace.module.css'

const minuteMs = 60_000

/** The marks themselves; loaded only where they are shown. */
export function WatermarkMark(): ReactNode {
  const { account, username } = useUser()
  const theme = useThemeName()
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  const grey = theme === 'dark' ? '255 255 255' : '0 0 0'
  return (
    <Watermark
      className={styles.watermark}
      style={{ position: 'absolute' }}
      content={[`${username} ${account}`, parseTime(at, '{y}-{m}-{d} {h}:{i}') ?? '']}
      font={{ color: `rgb(${grey} / 6%)`, fontSize: 13, fontFamily }}
      gap={[140, 110]}
    />
  )
}
