package names

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Bounds of a score: what is surely one name, probably one, and not one.
const (
	sure     = .85
	probable = .6
)

// way is two names and how alike they have to be.
type way struct {
	typ, a, b   string
	least, most float64
}

func checkWays(t *testing.T, ways []way) {
	t.Helper()
	for _, w := range ways {
		a, b := Parse(w.a, w.typ), Parse(w.b, w.typ)
		l := Compare(a, b)
		require.True(t, l.Score >= w.least && l.Score <= w.most, "%s: %s, %s: %v", w.typ, w.a, w.b, l)
		require.Equal(t, l.Score, Compare(b, a).Score, "%s, %s", w.a, w.b)
	}
}

func same(typ, a, b string) way      { return way{typ, a, b, sure, 1} }
func unsureOf(typ, a, b string) way  { return way{typ, a, b, probable, sure - .01} }
func different(typ, a, b string) way { return way{typ, a, b, 0, probable - .01} }

// TestPeople shows the ways to write a person's name (004-04, 900-02).
func TestPeople(t *testing.T) {
	checkWays(t, []way{
		same("person", "Małgorzata Lis", "Gosia Lis"),
		same("person", "Guillermo Paz", "Memo Paz"),
		same("person", "Dr. Lena Vogel, MD", "Lena Vogel"),
		same("person", "Ute Vogel, Ph.D.", "Ute Vogel"),
		same("person", "Mori-sensei", "Ms. Mori"),
		same("person", "田中さん", "Mr. Tanaka"),
		same("person", "Capt. Ada Marsh", "Captain Ada Marsh"),
		same("person", "my dad", "Papa"),
		same("person", "Tía Carmen", "Aunt Carmen"),
		same("person", "Park Ji-hoon", "Jihoon Park"),
		same("person", "Abd al-Rahman Nasser", "Abdul Rahman Nasser"),
		same("person", "Zia ul-Haq", "Zia al-Haq"),
		same("person", "Nguyễn Văn An", "Nguyen Van An"),
		unsureOf("person", "Greta Holm", "Greta Holm-Lund"),
		unsureOf("person", "Pablo Neruda Reyes", "Pablo Neruda"),
		unsureOf("person", "Chopinsky", "Fryderyk Chopinsky"),
		unsureOf("person", "Coach Taylor", "Coach Eric Taylor"),
		unsureOf("person", "John Adams", "John Quincy Adams"),
		different("person", "Mr. Patel", "Mrs. Patel"),
		different("person", "Nurse Patel", "Judge Patel"),
		different("person", "Uncle Ray", "Aunt Ray"),
		different("person", "Omar bin Said", "Said bin Omar"),
		different("person", "Maria Jose Paz", "Jose Maria Paz"),
		different("person", "Thomas James", "James Thomas"),
		different("person", "George W. Bush", "George H. W. Bush"),
		different("person", "Anna Maria", "Anna Maria Lund"),
		different("person", "Smith", "Ada Smith"),
		different("person", "Nguyễn Văn An", "Nguyễn Văn"),
		different("person", "Dean Lund", "Lund"),
		different("person", "Kim Min-ji", "Kim Min-jun"),
	})
}

// TestScripts shows names in two scripts (004-04).
func TestScripts(t *testing.T) {
	checkWays(t, []way{
		same("person", "Дмитрий Соколов", "Dmitry Sokolov"),
		same("person", "Андрій Кравчук", "Andriy Kravchuk"),
		same("person", "Наталья Орлова", "Natalia Orlova"),
		same("person", "Хрущёв", "Khrushchev"),
		same("person", "Γιώργος Νικολάου", "Giorgos Nikolaou"),
		same("person", "خالد منصور", "Khalid Mansour"),
		same("person", "سمير", "Samir"),
		same("person", "דוד כהן", "David Cohen"),
		same("person", "राहुल शर्मा", "Rahul Sharma"),
		same("person", "陈晓明", "Xiaoming Chen"),
		same("person", "陳曉明", "陈晓明"),
		same("person", "김지원", "Kim Ji-won"),
		same("person", "さくら", "Sakura"),
		same("person", "أحمد", "احمد"),
		same("org", "Газпром", "Gazprom"),
		same("org", "قناة العربية", "قناة العربيه"),
		same("location", "上海", "Shanghai"),
		different("person", "محمود حسن", "Mohammed Hassan"),
		different("person", "سمير", "Samar"),
		different("person", "李伟", "李薇"),
		different("person", "김민수", "김민지"),
		different("person", "Сергей", "Sergio"),
		different("person", "Иван Петров", "Иван Павлов"),
	})
}

// TestOrganizations shows the ways to write the name of a body (004-04).
func TestOrganizations(t *testing.T) {
	checkWays(t, []way{
		same("org", "Institut für Chemie", "Institute für Chemie"),
		same("org", "Universität Wien", "University of Vienna"),
		same("org", "U.S. Navy", "US Navy"),
		same("org", "Kowalski Sp. z o.o.", "Kowalski"),
		same("org", "Lumen S.A. de C.V.", "Lumen"),
		same("org", "ООО Ромашка", "Ромашка"),
		same("org", "Croix-Rouge", "Red Cross"),
		same("org", "DevOps", "Dev Ops"),
		same("org", "复旦大学", "Fudan University"),
		same("org", "QA team", "Quality Assurance team"),
		same("org", "Dept. of Chemistry", "Chemistry Department"),
		same("org", "Coop. Agrícola Lindero", "Cooperativa Agricola Lindero"),
		unsureOf("org", "Finance", "Finance Department"),
		unsureOf("org", "Local 88", "IATSE Local 88"),
		unsureOf("org", "ABCD", "Alpha Beta Company Dairy of Essex"),
		different("org", "University of Florence", "Florence University of the Arts"),
		different("org", "Lumen AG", "Lumen Energy"),
		different("org", "St. Mary's School", "St. Mark's School"),
		different("org", "Clinic 5", "Clinic 15"),
	})
}

// TestPlaces shows the ways to write the name of a place (004-04).
func TestPlaces(t *testing.T) {
	checkWays(t, []way{
		same("location", "Warszawa", "Warsaw"),
		same("location", "Bombay", "Mumbai"),
		same("location", "Portland, OR", "Portland, Oregon"),
		same("location", "Sydney, NSW", "Sydney, New South Wales"),
		same("location", "12 Elm St.", "12 Elm Street"),
		same("location", "St. Ives", "Saint Ives"),
		same("location", "Calle Luna", "Luna Street"),
		same("location", "Rm 3-B", "Room 3B"),
		same("location", "Quận 5", "District 5"),
		same("location", "TP.HCM", "Ho Chi Minh City"),
		same("location", "上海市", "Shanghai"),
		same("location", "Ste. 300", "Suite 300"),
		same("location", "3rd Fl.", "third floor"),
		same("location", "Miami, FL", "Miami, Florida"),
		same("location", "Washington DC", "Washington, D.C."),
		unsureOf("location", "12 Elm", "12 Elm Street"),
		different("location", "Elm Street", "Elm Road"),
		different("location", "New York", "York"),
		different("location", "Hanoi", "Hanoi Station"),
		different("location", "Springfield, IL", "Springfield, MA"),
	})
}

// TestThings shows the ways to write the name of a thing, an event, or an idea
// (004-04).
//
//nolint:misspell // both spellings are in use
func TestThings(t *testing.T) {
	checkWays(t, []way{
		same("object", "Xbox 360s", "XBox 360s"),
		same("object", "grey coats", "gray coat"),
		same("object", "nappies", "diapers"),
		same("object", "potatoes", "potato"),
		same("object", "cell phone", "mobile phone"),
		same("object", "PS4", "PlayStation 4"),
		same("event", "mum's 60th birthday", "Mom's 60th bday"),
		same("event", "lenas birthday", "Lena's birthday"),
		same("event", "launch of June 3, 2024", "launch 2024-06-03"),
		same("event", "harvest '23", "harvest 2023"),
		same("event", "third-quarter review", "Q3 review"),
		same("event", "WWII", "Second World War"),
		same("concept", "type II diabetes", "type 2 diabetes"),
		same("concept", "CI/CD", "continuous integration and continuous delivery"),
		same("concept", "anaemia", "anemia"),
		same("concept", "organisation of labour", "organization of labor"),
		same("concept", "circle of 5ths", "circle of fifths"),
		same("concept", "post-traumatic stress disorder", "PTSD"),
		different("concept", "C", "C++"),
		different("concept", "HTTP", "HTTPS"),
		different("concept", "geology", "geography"),
		different("concept", "hypertension", "hypotension"),
		different("concept", "interstate trade", "intrastate trade"),
		unsureOf("concept", "contract", "contrast"),
		different("event", "launch 3 June 2024", "launch 4 June 2024"),
		different("event", "Christmas", "Christmas Eve"),
		different("object", "tank 1", "tank 10"),
		different("object", "drill", "drill bit"),
	})
}

// TestIdentifiers shows which addresses, paths and names in programs are one
// (004-04).
func TestIdentifiers(t *testing.T) {
	checkWays(t, []way{
		same("url", "https://www.example.com/index.html", "example.com"),
		same("url", "https://example.com/a?utm_source=x&b=1&a=2", "http://example.com/a/?a=2&b=1#top"),
		same("url", "https://youtu.be/abc?si=1", "https://m.youtube.com/watch?v=abc&feature=share"),
		same("url", "git@github.com:acme/api.git", "https://github.com/acme/api"),
		same("url", "doi:10.1000/182", "https://dx.doi.org/10.1000/182"),
		same("url", "https://arxiv.org/pdf/1706.03762.pdf", "arxiv.org/abs/1706.03762"),
		same("file", `C:\src\.\a\..\main.go`, "c:/src/main.go"),
		same("file", "the config.yml file", "config.yaml"),
		same("file", "file:///etc/hosts", "/etc/hosts"),
		same("file", "main.rs:42", "main.rs"),
		unsureOf("file", "src/app.py", "/home/ana/src/app.py"),
		unsureOf("file", "billing.py", "src/billing.py"),
		same("code", "getUserById", "get_user_by_id"),
		same("code", "MAX_SIZE", "maxSize"),
		same("code", "is_valid(x, y)", "isValid"),
		same("code", "pd.DataFrame", "pandas.DataFrame"),
		same("code", "Array.prototype.map", "Array#map"),
		different("url", "https://example.com/?page=1", "https://example.com/?page=2"),
		different("url", "https://docs.example.com", "https://example.com"),
		different("file", "README.md", "docs/README.md"),
		different("file", "a.test.js", "a.js"),
		different("code", "getUser", "getUsers"),
		different("code", "Foo.bar", "Bar.foo"),
	})
}

// TestVenues: a café is a body and a place; a city is not a firm of its
// name (900-02).
func TestVenues(t *testing.T) {
	l := Compare(Parse("Joe's Diner", "org"), Parse("Joes Diner", "location"))
	require.Equal(t, unsure, l.Score, l)
	require.Equal(t, "types differ", Compare(Parse("Phoenix", "org"), Parse("Phoenix", "location")).Veto)
}
