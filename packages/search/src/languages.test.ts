import type { SearchDocument } from '@toolscout/model'
import { sketchDocument } from '@toolscout/testkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLexicalSearcher } from './lexical-searcher.ts'

/** `name | description | what somebody asks`, five tools of each language. */
const CATALOGS: { readonly [language: string]: string } = {
  Chinese: `
    查询天气 | 获取指定城市的天气预报 | 明天北京会下雨吗？看看天气
    发送邮件 | 给联系人发送一封电子邮件 | 请帮我把这封邮件发送给小王
    搜索文件 | 在文件夹中搜索文件 | 我想搜索一个文件
    翻译文本 | 把文本翻译成另一种语言 | 把这段话翻译成英文
    创建日程 | 在日历中创建新的日程 | 在日历里加一个会议`,
  Japanese: `
    天気予報 | 都市の天気予報を取得する | 東京の明日の天気を教えて
    メール送信 | メールを相手に送信する | 田中さんにメールを送りたい
    ファイル検索 | フォルダー内のファイルを検索する | この中からファイルを検索して
    翻訳 | テキストを別の言語に翻訳する | この文章を英語に翻訳してください
    予定作成 | カレンダーに新しい予定を作成する | カレンダーに会議を入れて`,
  Korean: `
    날씨조회 | 도시의 일기 예보와 날씨를 조회합니다 | 내일 서울 날씨 알려줘
    메일보내기 | 받는 사람에게 이메일을 보냅니다 | 민수에게 이메일 하나 보내 줘
    파일검색 | 폴더에서 파일을 검색합니다 | 파일을 찾아서 검색해 줘
    번역 | 텍스트를 다른 언어로 번역합니다 | 이 글을 영어로 번역해 주세요
    일정추가 | 캘린더에 새 일정을 추가합니다 | 캘린더에 회의 일정 넣어 줘`,
  Thai: `
    พยากรณ์อากาศ | ดูพยากรณ์อากาศของเมือง | พรุ่งนี้อากาศที่กรุงเทพเป็นอย่างไร
    ส่งอีเมล | ส่งอีเมลถึงผู้รับ | ช่วยส่งอีเมลหาสมชายหน่อย
    ค้นหาไฟล์ | ค้นหาไฟล์ในโฟลเดอร์ | อยากค้นหาไฟล์งานเมื่อวาน
    แปลข้อความ | แปลข้อความเป็นภาษาอื่น | แปลประโยคนี้เป็นภาษาอังกฤษ
    สร้างนัดหมาย | สร้างนัดหมายใหม่ในปฏิทิน | เพิ่มการประชุมลงในปฏิทิน`,
  Russian: `
    прогноз_погоды | Прогноз погоды для города на несколько дней | Какая завтра погода в Москве?
    отправитьПисьмо | Отправить письмо по электронной почте | отправь Ивану письма
    найти_файл | Поиск файлов в папке | поищи мои файлы
    перевод_текста | Перевести текст на другой язык | переведи это на английский
    создать_событие | Создать событие в календаре | создай встречу в моём календарё`,
  Greek: `
    πρόγνωση_καιρού | Πρόγνωση του καιρού για μια πόλη | τι καιρό θα κάνει αύριο
    αποστολήΜηνύματος | Στέλνει μήνυμα σε κάποιον | στείλε ένα μηνυμα στον Νίκο
    αναζήτηση_αρχείων | Αναζήτηση αρχείων σε φάκελο | βρες το αρχείο μου
    μετάφραση | Μεταφράζει κείμενο σε άλλη γλώσσα | ΜΕΤΑΦΡΑΣΕ ΤΟ ΣΤΑ ΑΓΓΛΙΚΑ
    νέο_ραντεβού | Βάζει ραντεβού στο ημερολόγιο | ραντεβου αύριο στο ημερολόγιο`,
  Arabic: `
    توقعات_الطقس | توقعات الطقس لمدينة | كيف سيكون طقس الغد؟
    إرسال_بريد | إرسال بريد إلكتروني إلى شخص | أريد ارسال البريد إلى أحمد
    بحث_ملفات | البحث عن ملفات في مجلد | ابحث عن الملفات القديمة
    ترجمة_نص | ترجمة النص إلى لغة أخرى | تَرْجَمَة هذا إلى الإنجليزية
    إنشاء_موعد | إنشاء موعد جديد في التقويم | ضع موعدا في تقويم العمل`,
  Hindi: `
    मौसम_पूर्वानुमान | शहर के मौसम का पूर्वानुमान | कल दिल्ली का मौसम कैसा रहेगा?
    ईमेल_भेजें | किसी को ईमेल भेजें | राम को ईमेल भेजना है
    फ़ाइल_खोजें | फ़ोल्डर में फ़ाइलें खोजें | मेरी फाइल खोजो
    अनुवाद | पाठ का दूसरी भाषा में अनुवाद करें | इसका अंग्रेज़ी में अनुवाद करो
    कार्यक्रम_जोड़ें | कैलेंडर में नया कार्यक्रम जोड़ें | कैलेंडर में बैठक का कार्यक्रम`,
  Turkish: `
    hava_durumu | Bir şehrin hava durumunu gösterir | yarın İstanbul'da hava nasıl
    epostaGönder | Bir kişiye e-posta gönderir | Ali'ye eposta GÖNDER
    dosya_ara | Klasörde dosya arar | eski bir DOSYA arıyorum
    çeviri | Metni başka bir dile çevirir | bunun ingilizce ÇEVİRİ si
    ısı_ölç | Odanın ısısını ölçer | odanın ISI sını bul`,
  German: `
    wettervorhersage | Zeigt das Wetter für eine Stadt | Wie wird das Wetter morgen in München?
    mailVerschicken | Eine E-Mail an jemanden verschicken | Eine Mail an Jürgen verschicken
    datei_suchen | Sucht eine Datei im Ordner | In welchem Ordner ist die Datei?
    straßenkarte | Karte der Straßen einer Stadt | eine KARTE der STRASSEN
    termin_anlegen | Legt einen Termin im Kalender an | Einen Termin im Kalender eintragen`,
}

interface Asked {
  readonly document: SearchDocument
  readonly query: string
}

const read = (lines: string): readonly Asked[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', description = '', query = ''] = line.split('|').map((part) => part.trim())
      return { document: sketchDocument({ name, description }), query }
    })
const asked = Object.values(CATALOGS).flatMap(read)
const searcher = createLexicalSearcher()
searcher.apply({ upserts: asked.map(({ document }) => document), removals: [] })
const firstName = async (query: string): Promise<string | undefined> =>
  (await searcher.search({ query, limit: 1 })).hits[0]?.id
const nameOf = ({ document }: Asked): string => document.fields.name

describe('a tool is found', () => {
  it.each(Object.keys(CATALOGS))('by what people ask in %s', async (language) => {
    const tools = read(CATALOGS[language] ?? '')
    const found = await Promise.all(tools.map(({ query }) => firstName(query)))
    expect(found).toEqual(tools.map(({ document }) => document.id))
  })

  it('by its name in any script, however it is written', async () => {
    const spellings: readonly ((name: string) => string)[] = [
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
      (name) => name.normalize('NFD'),
      (name) => name.normalize('NFD').toUpperCase(),
      (name) => name.replace('_', ' '),
      (name) => name.replace('_', '＿'),
    ]
    for (const tool of asked) {
      for (const spell of spellings) {
        const text = spell(nameOf(tool))
        expect([text, await firstName(text)]).toEqual([text, tool.document.id])
      }
    }
  })

  it('by its name with one slip', async () => {
    for (const tool of asked) {
      const [first = '', second = '', third = '', ...rest] = nameOf(tool)
      if (rest.length < 2) continue
      for (const slip of [
        [first, third, second, ...rest],
        [first, second, ...rest],
      ]) {
        const text = slip.join('')
        expect([text, await firstName(text)]).toEqual([text, tool.document.id])
      }
    }
  })

  it('by its own name, whatever letters that is of', async () => {
    const letter = fc.constantFrom(...'aéßİıΣςοЁйяابةאבক্ষকাไทยเมียကခ漢字かなガ한국𠀀𐐀𐐨ﬁＡ')
    const name = fc
      .string({ unit: letter, minLength: 1, maxLength: 12 })
      .filter((text) => /\p{L}/u.test(text))
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        const own = createLexicalSearcher()
        const document = { ...sketchDocument({ name: 'x', description: 'other' }), id: 'it' }
        const named = { ...document, fields: { ...document.fields, name: text } }
        own.apply({ upserts: [named, sketchDocument({ name: 'y', description: 'else' })], removals: [] })
        for (const query of [text, text.toUpperCase(), text.normalize('NFD'), text.normalize('NFC')]) {
          const { hits } = await own.search({ query, limit: 1 })
          expect([query, hits[0]?.id]).toEqual([query, 'it'])
        }
      }),
    )
  })
})
