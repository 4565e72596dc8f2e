import { describe, expect, it } from 'vitest'
import { translateRequest } from './translate-request.ts'

describe('a request in another language is read in English', () => {
  it.each([
    ['zeig mir alle Dateien', 'show file'],
    ['supprime le fichier', 'delete file'],
    ['borra los archivos', 'delete file'],
    ['elimina il file', 'delete file'],
    ['traduza este texto', 'translate text'],
    ['dosyaları sil', 'file delete'],
    ['удали этот файл', 'delete file'],
    ['احذف الملف', 'delete file'],
    ['फ़ाइल हटाओ', 'file delete'],
    ['파일을 삭제해줘', 'file delete'],
    ['删除这个文件', 'delete file'],
    ['ファイルを削除して', 'file delete'],
  ])('%s', (request, expected) => {
    expect(translateRequest(request)).toMatchObject({ text: expected, unknown: 0 })
  })

  it('with names, addresses and values as they are', () => {
    expect(translateRequest('öffne https://example.com/a_b im Browser')?.text).toContain(
      'https://example.com/a_b',
    )
    expect(translateRequest('скачай report-2024.pdf')?.text).toBe('download report-2024.pdf')
    expect(translateRequest('crea un issue en GitHub')?.text).toContain('GitHub')
    expect(translateRequest('Lösche die Datei notes.txt')?.text).toBe('delete file notes.txt')
    expect(translateRequest('Öffne einen PR')?.text).toBe('open PR')
    expect(translateRequest('LÖSCHE DIE DATEI')?.text).toBe('delete file')
  })

  it.each([
    ['schalte das Licht im Wohnzimmer aus', 'turn off light living room'],
    ['lege einen Ordner an, dann lade die Datei hoch', 'create folder , upload file'],
    ['zet de lampen uit', 'turn off light'],
  ])('with verbs that part with their particle: %s', (request, expected) => {
    expect(translateRequest(request)?.text).toBe(expected)
  })

  it.each([
    ['создай задачу в Джире', 'create task jira'],
    ['ギットハブのプルリクエスト一覧', 'github pull request list'],
    ['깃허브에 이슈 만들어줘', 'github issue create'],
    ['حمل الفيديو من يوتيوب', 'download video youtube'],
    ['गिटहब पर इश्यू दिखाओ', 'github issue show'],
  ])('with names of products in its own script: %s', (request, expected) => {
    expect(translateRequest(request)?.text).toBe(expected)
  })

  it('where most of its words are English too', () => {
    expect(translateRequest('rechne 50 Euro in Dollar um')?.text).toMatch(/^convert 50 euro dollar/)
  })

  it('in part where only a part is foreign', () => {
    expect(translateRequest('show 天气 in Berlin')?.text).toBe('show weather in Berlin')
  })

  it('and what is not known is counted', () => {
    expect(translateRequest('Ξεφλουδίζω πατάτες')).toEqual({
      text: 'Ξεφλουδίζω πατάτες',
      others: [],
      words: 2,
      unknown: 2,
    })
  })
})

describe('a request in English is left alone', () => {
  it.each([
    'delete the file report.pdf',
    'list open pull requests in San José',
    'book a table at La Trattoria in Los Angeles',
    'what’s the weather — today, 20 °C?',
    'translate 你好 to English and say it to my friend please',
    'die roll simulator',
    'create_pull_request',
    '',
    '12345',
  ])('%s', (request) => {
    expect(translateRequest(request)).toBeUndefined()
  })
})
