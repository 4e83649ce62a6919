/**
 * Domains at which anyone can get an address, so that the domain does not identify an organisation.
 */
const freemailDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.pt
  hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.es hotmail.it hotmail.nl live.com live.co.uk live.de
  live.fr live.nl live.it msn.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.de yahoo.fr yahoo.es yahoo.it yahoo.com.br
  ymail.com rocketmail.com aol.com aol.de icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me
  gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.fr gmx.es gmx.it web.de t-online.de freenet.de arcor.de mail.de posteo.de mailbox.org
  tutanota.com tutanota.de tuta.io orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr
  libero.it virgilio.it alice.it tin.it tiscali.it fastwebnet.it uol.com.br bol.com.br terra.com.br ig.com.br sapo.pt
  telefonica.net terra.es ziggo.nl kpnmail.nl xs4all.nl planet.nl hetnet.nl home.nl telenet.be skynet.be bluewin.ch
  chello.at aon.at btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com comcast.net verizon.net att.net
  sbcglobal.net bellsouth.net cox.net charter.net shaw.ca rogers.com sympatico.ca bigpond.com optusnet.com.au
  mail.com email.com fastmail.com fastmail.fm hey.com zoho.com zohomail.com yandex.com yandex.ru mail.ru inbox.ru
  list.ru bk.ru rambler.ru qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net rediffmail.com
  seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl abv.bg ukr.net`.split(/\s+/),
)

export function isFreemail(domain: string): boolean {
  return freemailDomains.has(domain)
}
