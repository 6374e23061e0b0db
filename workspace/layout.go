package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// The pages of a workspace (003-01).
const (
	CorePage       = "memory.md"
	OpinionsPage   = "bank/opinions.md"
	worldPage      = "bank/world.md"
	experiencePage = "bank/experience.md"
	dailyDir       = "memory"
	bankDir        = "bank"
	entitiesDir    = "bank/entities"
)

// StoreDir is where the store of a workspace is, inside it.
const StoreDir = folder.Private + "/" + storeName

const storeName = "store"

// standing are the patterns of the pages that every workspace has.
var standing = []string{CorePage, "memory/**/*.md", "bank/**/*.md"}

// Init makes in dir, which must exist, the pages of the layout that are not there.
// What is there stays as it is. What a page is for stands in a comment, which is no memory.
// Patterns of further pages are added to the [folder.PatternsFile], which is then one of
// those made.
func Init(dir string, patterns ...string) (made []string, err error) {
	if err := checkPatterns(patterns...); err != nil {
		return nil, err
	}
	f, err := folder.Open(dir, folder.Options{})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := f.MakeDirs(dailyDir, entitiesDir, folder.Private); err != nil {
		return nil, err
	}
	for _, page := range []struct{ name, text string }{
		{CorePage, "# Memory\n\n<!-- What should be known in every session: durable facts and preferences, few and short. -->\n"},
		{worldPage, "# World\n\n<!-- Facts about the world, one a line. -->\n"},
		{experiencePage, "# Experience\n\n<!-- What the agent did, one a line. -->\n"},
		{OpinionsPage, "# Opinions\n\n<!-- Judgments and preferences: `O(c=0.8) @Entity: statement`, one a line. -->\n"},
	} {
		if _, err := f.Stat(page.name); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if _, err := f.Rewrite(page.name, func(src []byte) ([]byte, error) {
			if src != nil {
				return src, nil
			}
			return []byte(page.text), nil
		}); err != nil {
			return made, err
		}
		made = append(made, page.name)
	}
	added, err := f.AddPatterns(patterns...)
	if added {
		made = append(made, folder.PatternsFile)
	}
	return made, errors.Join(err, f.Ignore())
}

// Is tells whether a folder is a workspace: it has one of the pages or directories of the
// layout, a list of further pages, or the store. A folder that is not there is none.
func Is(dir string) (bool, error) {
	for _, name := range []string{folder.Private, CorePage, dailyDir, bankDir, folder.PatternsFile} {
		_, err := os.Lstat(filepath.Join(dir, name))
		if err == nil {
			return true, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	return false, nil
}

// dayPage is the page of a day.
func dayPage(day time.Time) string { return path.Join(dailyDir, day.Format(time.DateOnly)+".md") }

// entityPage is the page of an entity.
func entityPage(slug string) string { return path.Join(entitiesDir, slug+".md") }

// role is how a page is read.
func role(name string) markdown.Options {
	switch {
	case name == CorePage, name == worldPage:
		return markdown.Options{Kind: markdown.World}
	case name == experiencePage:
		return markdown.Options{Kind: markdown.Experience}
	case name == OpinionsPage:
		return markdown.Options{Kind: markdown.Opinion}
	case path.Dir(name) == entitiesDir:
		base := path.Base(name)
		return markdown.Options{Kind: markdown.World, Subject: markdown.Slug(strings.TrimSuffix(base, path.Ext(base)))}
	}
	return markdown.Options{}
}

// dateInName is how the name of a page may begin: with a day, of which some write the parts
// with an underscore between them.
var dateInName = regexp.MustCompile(`^\d{4}(?:-\d{2}-|_\d{2}_)\d{2}`)

// dayIn is the day that a page is of: the one that its name begins with, else the
// one of its front matter, else the one on which it was last changed. dated tells
// that the page itself says so: its day is no other one when it is written.
func dayIn(file folder.File, front markdown.Front) (day time.Time, dated bool) {
	if day, ok := dayOfName(file.Path); ok {
		return day, true
	}
	if sensible(front.Date) {
		return front.Date, true
	}
	return file.Modified.UTC().Truncate(24 * time.Hour), false
}

// dayOfName is the day that the name of a page begins with, if there is such a day.
func dayOfName(name string) (day time.Time, ok bool) {
	day, err := time.Parse(time.DateOnly, strings.ReplaceAll(dateInName.FindString(path.Base(name)), "_", "-"))
	return day, err == nil && sensible(day)
}

// dayOfLog is the day that a page is the log of.
func dayOfLog(name string) (day time.Time, ok bool) {
	if !strings.HasPrefix(name, dailyDir+"/") {
		return day, false
	}
	return dayOfName(name)
}

// sensible tells whether a day is one that records can be of.
func sensible(day time.Time) bool { return day.Year() >= 1900 && day.Year() <= 2200 }
