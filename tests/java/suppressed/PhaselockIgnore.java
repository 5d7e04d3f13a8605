import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Any annotation of this simple name counts, if it is in the class file. */
@Retention (RetentionPolicy.CLASS)
public @interface PhaselockIgnore
{
  String[] value () default {};
  String reason () default "";
}
