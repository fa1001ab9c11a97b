package main

import (
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	gitlab "github.com/xanzy/go-gitlab"
)

// What is expected of a value of which no more is known than that it is given.
const something = "<something>"

// The methods that a step was made of.
var tried = map[string]bool{}

func tell(method string, wrong string) {
	tried[strings.Fields(method)[0]] = true
	if wrong == "" {
		fmt.Printf("ok %s\n", method)
		return
	}
	fmt.Printf("not ok %s: %.200s\n", method, strings.Join(strings.Fields(wrong), " "))
}

// A story of one service. What panics, as what it needs was refused, ends it.
func story(name string, tale func()) {
	defer func() {
		if reason := recover(); reason != nil {
			fmt.Printf("not ok %s, the story: %v\n", name, reason)
		}
	}()
	tale()
}

type answer[T any] struct {
	value    T
	response *gitlab.Response
	err      error
}

func got[T any](value T, response *gitlab.Response, err error) answer[T] {
	return answer[T]{value, response, err}
}

// Is the answer that the method gave what is wanted? `wanted` are pairs of a path into it and the value there:
// "Author.Username", "root"; "0.Name" of the first of a list, and "length" of all.
func (given answer[T]) holds(method string, wanted ...any) T {
	wrong := []string{}
	if given.err != nil {
		wrong = append(wrong, given.err.Error())
	}
	for index := 0; given.err == nil && index < len(wanted); index += 2 {
		path := wanted[index].(string)
		found := fmt.Sprint(at(reflect.ValueOf(given.value), path))
		switch want := fmt.Sprint(wanted[index+1]); {
		case want == something && found != "" && found != "0" && found != "<nil>":
		case want != found:
			wrong = append(wrong, fmt.Sprintf("%s is %s instead of %s", path, found, want))
		}
	}
	tell(method, strings.Join(wrong, ", "))
	return given.value
}

func at(value reflect.Value, path string) any {
	for _, part := range append(strings.Split(path, "."), "") {
		for value.Kind() == reflect.Pointer {
			if value.IsNil() {
				return nil
			}
			if text, ok := value.Interface().(fmt.Stringer); ok && part == "" {
				return text.String()
			}
			value = value.Elem()
		}
		if part == "" {
			break
		}
		if part == "length" {
			return value.Len()
		}
		switch value.Kind() {
		case reflect.Slice:
			index, err := strconv.Atoi(part)
			if err != nil || index >= value.Len() {
				return "nothing, of " + strconv.Itoa(value.Len())
			}
			value = value.Index(index)
		case reflect.Map:
			value = value.MapIndex(reflect.ValueOf(part))
		default:
			value = value.FieldByName(part)
		}
		if !value.IsValid() {
			return nil
		}
	}
	return value.Interface()
}

type doing struct {
	response *gitlab.Response
	err      error
}

func done(response *gitlab.Response, err error) doing { return doing{response, err} }

// What the method answers with, and what is true afterwards.
func (given doing) leaves(method string, status int, isSo bool) {
	switch {
	case given.err != nil:
		tell(method, given.err.Error())
	case given.response.StatusCode != status:
		tell(method, fmt.Sprintf("the answer is %d instead of %d", given.response.StatusCode, status))
	case !isSo:
		tell(method, "what should follow did not")
	default:
		tell(method, "")
	}
}

// For a method that answers with an error or none.
func changes(method string, err error, isSo func() bool) {
	switch {
	case err != nil:
		tell(method, err.Error())
	case !isSo():
		tell(method, "what should follow did not")
	default:
		tell(method, "")
	}
}

// For a method that removes: afterwards it is missing.
func (given doing) removes(method string, isMissing bool) {
	given.leaves(method, http.StatusNoContent, isMissing)
}

// Is there no such thing?
func missing[T any](_ T, response *gitlab.Response, _ error) bool {
	return response != nil && response.StatusCode == http.StatusNotFound
}

// How many there are in a list.
func count[T any](list []T, _ *gitlab.Response, err error) int {
	if err != nil {
		return -1
	}
	return len(list)
}

func day(value string) *gitlab.ISOTime {
	at, err := time.Parse("2006-01-02", value)
	if err != nil {
		panic(err)
	}
	return (*gitlab.ISOTime)(&at)
}

// In a month: tokens last for a year at most.
func soon() *gitlab.ISOTime {
	at := time.Now().AddDate(0, 1, 0)
	return (*gitlab.ISOTime)(&at)
}

func text(value string) *string { return gitlab.String(value) }

func number(value int) *int { return gitlab.Int(value) }

func yes() *bool { return gitlab.Bool(true) }

func no() *bool { return gitlab.Bool(false) }
