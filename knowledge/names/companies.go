package names

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// companyForms gives each class of company its names, a form of several words
// written with blanks. Forms of one class may stand for each other.
const companyForms = `
ab: ab
ag: ag aktiengesellschaft
aps: aps
as: as asa|a s
bv: bv|besloten vennootschap
co: co company cia|tập đoàn|công ty|주식회사|compagnie|compañía|et cie|集团|集團
corp: corp corporation
doo: doo|d o o
ev: |e v
fze: fze fzco fzc
gbr: gbr
gmbh: gmbh|gesellschaft mit beschränkter haftung|g m b h
gmbhkg: gmbhkg|gmbh co kg|gmbh co
inc: inc incorporated
jsc: jsc pjsc|công ty cổ phần|công ty cp|ctcp|joint stock company|股份有限公司
kft: kft
kg: kg kgaa
kk: kk|株式会社
llc: llc lc|limited liability company|合同会社
llp: llp
lp: lp
ltd: ltd limited tnhh ltda bhd|co ltd|company limited|private limited|pvt ltd|pvt|pty ltd|pty|pte ltd|pte|proprietary limited|sdn bhd|công ty tnhh|công ty trách nhiệm hữu hạn|有限公司|有限会社|有限責任公司|有限责任公司
nv: nv
ooo: ooo ооо
oy: oy oyj
oü: oü
pao: pao oao ao пао оао ао
plc: plc
pt: pt|pt tbk
sa: sa|s a|société anonyme|sociedad anónima
sab: sab|sab de cv|sa de cv|s a de c v|s a b de c v
sarl: sarl|s à r l
sas: sas sasu
se: se
sl: sl slu|sociedad limitada
spa: spa|società per azioni
spzoo: |sp z o o|sp zoo|spółka z o o
srl: srl|s r l
sro: sro|s r o
zao: zao зао
`

// frontForms are the classes that stand before a name, even of one word.
var frontForms = text.Set(`jsc ooo pao pt zao`)

type gluedForm struct{ text, class string }

func (t *tables) addCompany(class, forms string) {
	single, several, _ := strings.Cut(forms, "|")
	for form := range strings.FieldsSeq(single) {
		t.company[form], t.companyEnd[form] = class, true
	}
	for form := range strings.SplitSeq(several, "|") {
		switch {
		case form == "":
		case form[0] >= 0xE2 && !strings.Contains(form, " "): // written without spaces
			t.glued = append(t.glued, gluedForm{form, class})
		default:
			t.company[form] = class
			parts := strings.Fields(form)
			t.companyEnd[parts[0]], t.companyEnd[parts[len(parts)-1]] = true, true
			t.longestForm = max(t.longestForm, len(parts))
		}
	}
}

// cutCompany removes the company forms at both ends of a name, and remembers
// which it is.
func (f *Form) cutCompany(raw []rawWord) []rawWord {
	if f.person {
		return raw
	}
	for {
		n, class, front := companyAt(raw)
		if n == 0 || n == len(raw) {
			break
		}
		f.formed(class)
		if front {
			raw = raw[n:]
		} else {
			raw = raw[:len(raw)-n]
		}
	}
	return cutGlued(f, raw)
}

// formed remembers a company form; "company" beside another says nothing.
func (f *Form) formed(class string) {
	if class != "co" || f.company == "" {
		f.company = class
	}
}

// companyAt finds the longest company form at an end of a name: of one word
// mostly only at its back.
func companyAt(raw []rawWord) (n int, class string, front bool) {
	t := words()
	if len(raw) == 0 || !t.companyEnd[raw[0].text] && !t.companyEnd[raw[len(raw)-1].text] {
		return 0, "", false
	}
	for n := min(t.longestForm, len(raw)-1); n > 0; n-- {
		if class, ok := t.company[joinText(raw[len(raw)-n:])]; ok {
			return n, class, false
		}
		class, ok := t.company[joinText(raw[:n])]
		if ok && (n > 1 || frontForms[class] && raw[0].capitals) {
			return n, class, true
		}
	}
	return 0, "", false
}

func cutGlued(f *Form, raw []rawWord) []rawWord {
	if len(raw) == 0 || raw[len(raw)-1].text[0] < 0xE2 {
		return raw
	}
	for _, g := range words().glued {
		last := &raw[len(raw)-1]
		if rest, ok := strings.CutSuffix(last.text, g.text); ok && rest != "" {
			last.text = rest
			f.formed(g.class)
		} else if rest, ok := strings.CutPrefix(raw[0].text, g.text); ok && rest != "" {
			raw[0].text = rest
			f.formed(g.class)
		}
	}
	return raw
}

// sameCompany tells whether two company forms may be one company's. A name
// without one may be of any, and "company" says nothing.
func sameCompany(a, b string) bool {
	return a == "" || b == "" || a == "co" || b == "co" || a == b
}
