const item = (examinerId: string) => `fonema.tutorial.${examinerId}`

/** Each examiner sees the tutorial once per browser, unless they reopen it. */
export const isTutorialDone = (examinerId: string): boolean => localStorage.getItem(item(examinerId)) !== null

export const noteTutorialDone = (examinerId: string): void => localStorage.setItem(item(examinerId), 'done')
