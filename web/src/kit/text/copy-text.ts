/** Copies text to the clipboard; over plain http with execCommand, because the Clipboard API is not available. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text)
    return
  }
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
}
